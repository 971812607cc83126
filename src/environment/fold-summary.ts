import { roundRange } from './summary-view.js';
import { estimateTokens } from './token-estimate.js';
import type { Round, Summary } from './types.js';

/** The name is that of `runtime` in graph.yaml. */
export interface FoldLimits {
  context_history_summary_target_tokens: number;
}

export type FoldedRounds = Pick<Summary, 'round_start' | 'round_end' | 'round_count' | 'summary'>;

/** Characters of one text of a round, most generous first. */
const CAPS = [160, 80, 40, 20];
const TASKS_A_ROUND = 3;

/**
 * What the rounds said, one line a round, extracted from facts: no model, no token, the same for the same rounds.
 * `rounds` is not empty. The caller gives the summary its id and time.
 */
export function foldSummary(rounds: readonly Round[], limits: FoldLimits): FoldedRounds {
  const ids = rounds.map((round) => round.round_id);
  return {
    round_start: Math.min(...ids),
    round_end: Math.max(...ids),
    round_count: rounds.length,
    summary: summaryWithin(rounds, limits.context_history_summary_target_tokens),
  };
}

function summaryWithin(rounds: readonly Round[], tokens: number): string {
  for (const cap of CAPS) {
    const summary = rounds.map((round) => roundLine(round, cap)).join('\n');
    if (estimateTokens(summary) <= tokens) return summary;
  }
  return newestLines(
    rounds.map((round) => roundLine(round, 20)),
    tokens,
  );
}

function roundLine(round: Round, cap: number): string {
  const shown = round.tasks.slice(-TASKS_A_ROUND).map(({ task }) => {
    const result = headline(task.result, cap);
    return `${headline(task.type, 40)} ${task.status}${result === '' ? '' : `: ${result}`}`;
  });
  const more = round.tasks.length - shown.length;
  const tasks = more > 0 ? [`+${more}`, ...shown] : shown;
  return `[${round.round_id}] ${headline(round.user_input, cap)}${tasks.length > 0 ? ` → ${tasks.join('; ')}` : ''}`;
}

/** The beginning of a text on one line. */
function headline(text: string, cap: number): string {
  const flat = text
    .slice(0, cap * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return flat.length <= cap && text.length <= cap * 4 ? flat : `${flat.slice(0, cap).trimEnd()}…`;
}

const EARLIER = /^…\(\+(\d+)\)$/;

/** As many of the newest lines as fit, under a line that counts the older ones left out, also those left out before. */
function newestLines(lines: readonly string[], tokens: number): string {
  const counted = Number(EARLIER.exec(lines[0] ?? '')?.[1] ?? 0);
  const all = counted > 0 ? lines.slice(1) : lines;
  for (let from = 0; from < all.length; from += 1) {
    const left = counted + from;
    const text = [...(left > 0 ? [`…(+${left})`] : []), ...all.slice(from)].join('\n');
    if (estimateTokens(text) <= tokens) return text;
  }
  const newest = all.at(-1);
  return newest === undefined ? '' : headline(newest, Math.max(1, tokens - 1));
}

/** The names are those of `runtime` in graph.yaml. */
export interface MetaLimits {
  context_history_meta_target_tokens: number;
  context_history_inject_latest_shards: number;
}

const ENDS_CHARS = 60;

/** The summary that is no longer among the newest shown, once the last of `summaries` has been added; null while all are shown. */
export function summaryLeaving(
  summaries: readonly Summary[],
  limits: Pick<MetaLimits, 'context_history_inject_latest_shards'>,
): Summary | null {
  return summaries.at(-1 - limits.context_history_inject_latest_shards) ?? null;
}

/** The meta summary with one line more for each summary no longer shown; the oldest lines make room for them. */
export function mergeMetaSummary(
  meta: string,
  leaving: readonly Summary[],
  limits: Pick<MetaLimits, 'context_history_meta_target_tokens'>,
): string {
  const lines = meta.split('\n').filter((line) => line.trim() !== '');
  return newestLines([...lines, ...leaving.map(metaLine)], limits.context_history_meta_target_tokens);
}

/** How its rounds began and ended. */
function metaLine(summary: Summary): string {
  const lines = summary.summary.split('\n').filter((line) => line.trim() !== '');
  const ends = lines.length > 1 ? [lines[0], lines.at(-1)] : lines;
  const told = ends.map((line) => headline(line ?? '', ENDS_CHARS)).join(' … ');
  return `${roundRange(summary)}: ${told}`;
}
