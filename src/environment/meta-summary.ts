import { headline, newestLines } from './fold-summary.js';
import { roundRange } from './summary-view.js';
import type { Summary } from './types.js';

/** The names are those of `runtime` in graph.yaml. */
export interface MetaLimits {
  context_history_meta_target_tokens: number;
  context_history_inject_latest_shards: number;
}

const ENDS_CHARS = 60;

/** The summary that is no longer among the newest shown, once the last of `summaries` has been added; null while all are shown. */
export function summaryLeaving(summaries: readonly Summary[], limits: MetaLimits): Summary | null {
  return summaries.at(-1 - limits.context_history_inject_latest_shards) ?? null;
}

/** The meta summary with one line more for a summary no longer shown; the oldest lines make room for it. */
export function mergeMetaSummary(meta: string, leaving: Summary, limits: MetaLimits): string {
  const lines = meta.split('\n').filter((line) => line.trim() !== '');
  return newestLines([...lines, metaLine(leaving)], limits.context_history_meta_target_tokens);
}

/** How its rounds began and ended. */
function metaLine(summary: Summary): string {
  const lines = summary.summary.split('\n').filter((line) => line.trim() !== '');
  const ends = lines.length > 1 ? [lines[0], lines.at(-1)] : lines;
  const told = ends.map((line) => headline(line ?? '', ENDS_CHARS)).join(' … ');
  return `${roundRange(summary)}: ${told}`;
}
