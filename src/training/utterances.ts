import type { Intent, RouteRow } from '../policy/route-index.js';
import { textHash } from '../policy/text-hash.js';
import type { Case } from './cases.js';

/** A request as the route index learns it: by what its words ask for. */
export interface Utterance extends RouteRow {
  /** That of its template: an index that judges it is built without it. */
  readonly fold: number | null;
}

/** What a case's words ask for, whatever the state: a task type or an intent; null where the words alone do not tell. */
function askedFor({ bucket, target, observed, says }: Case): string | null {
  if (says !== null) return says;
  if (observed.length > 0) return null;
  switch (bucket) {
    case 'failed_retry_generate':
      return 'intent:again' satisfies Intent;
    case 'history_summary_generate':
      return 'intent:earlier' satisfies Intent;
    case 'ambiguous_context_observe':
      return target === 'observe:build_context_view' ? ('intent:reference' satisfies Intent) : null;
  }
  switch (target) {
    case 'observe:beijing_time':
      return 'intent:time' satisfies Intent;
    case 'observe:previous_failed_track':
      return 'intent:failure' satisfies Intent;
    case 'observe:build_context_view':
      return 'intent:overview' satisfies Intent;
  }
  return OTHER_BUCKETS.has(bucket) ? null : target;
}

/** Their rows that start a task do so by what the state holds. */
const OTHER_BUCKETS = new Set(['time_anchor_observe', 'running_status_observe']);

/** A request that says nothing. */
export interface VagueCase {
  readonly text: string;
  readonly fold: number;
}

export function utterancesOf(cases: readonly Case[], vague: readonly VagueCase[]): Utterance[] {
  const nothing = vague.map(
    ({ text, fold }) => ({ label: 'intent:vague' satisfies Intent, text, many: true, fold }) as const,
  );
  const something = cases.flatMap((given): Utterance[] => {
    const label = askedFor(given);
    if (label === null) return [];
    return [{ label, text: given.text, weight: Math.round(given.weight * 1000) / 1000, many: true, fold: given.fold }];
  });
  return [...something, ...nothing];
}

/** Without what only training needs. */
export function rowsOf(utterances: readonly Utterance[]): RouteRow[] {
  return utterances.map(({ fold: _fold, ...row }) => row);
}

/** What is said to cancel, and is never said for anything else. */
export function plainCancels(said: readonly { readonly label: string; readonly text: string }[]): number[] {
  const others = new Set(said.filter(({ label }) => label !== 'cancel').map(({ text }) => textHash(text)));
  const cancels = new Set(said.filter(({ label }) => label === 'cancel').map(({ text }) => textHash(text)));
  return [...cancels].filter((hash) => !others.has(hash)).sort((one, other) => one - other);
}
