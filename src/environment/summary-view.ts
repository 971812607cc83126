import { clip } from './clip.js';
import type { Summary } from './types.js';

export interface SummaryView {
  /** `first-last` round. */
  rounds: string;
  summary: string;
}

/** The newest summaries, oldest first. */
export function latestSummaries(summaries: readonly Summary[], limit: number, cap: number): SummaryView[] {
  if (limit <= 0) return [];
  return summaries
    .slice(-limit)
    .map((summary) => ({ rounds: clip(roundRange(summary), 40), summary: clip(summary.summary, cap) }));
}

/** Other writers of the format give `round_range` in place of the two ends. */
export function roundRange(summary: Summary): string {
  if (typeof summary.round_range === 'string') return summary.round_range;
  return `${summary.round_start}-${summary.round_end}`;
}
