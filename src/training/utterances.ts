import type { Intent, RouteRow } from '../policy/route-index.js';
import { textHash } from '../policy/text-hash.js';
import type { AuthoredPackage } from './authored.js';
import type { Case } from './cases.js';
import { foldOf } from './split.js';

/** A request as the route index learns it: by what its words ask for. */
export interface Utterance extends RouteRow {
  /** That of its template: an index that judges it is built without it. */
  readonly fold: number | null;
}

/** Buckets whose rows start a task by what the state holds: what their words ask for, or null where the words alone do not tell. */
const BY_BUCKET: Readonly<Record<string, Intent | null>> = {
  failed_retry_generate: 'intent:again',
  history_summary_generate: 'intent:earlier',
  ambiguous_context_observe: null,
  time_anchor_observe: null,
  running_status_observe: null,
};
const BY_LOOK: Readonly<Record<string, Intent>> = {
  'observe:beijing_time': 'intent:time',
  'observe:previous_failed_track': 'intent:failure',
  'observe:build_context_view': 'intent:overview',
};

/** What a case's words ask for, whatever the state: a task type or an intent; null where the words alone do not tell. */
function askedFor({ bucket, target, observed, says }: Case): string | null {
  if (says !== null) return says;
  if (observed.length > 0) return null;
  const look = BY_LOOK[target];
  if (look !== undefined) return bucket === 'ambiguous_context_observe' ? ('intent:reference' satisfies Intent) : look;
  const started = BY_BUCKET[bucket];
  return started === undefined ? target : started;
}

/** A request that says nothing. */
export interface VagueCase {
  readonly text: string;
  readonly fold: number;
}

/** What a row of a stranger weighs: they are few against the others' thousands, and stand for everything that is asked elsewhere. */
const STRANGER_WEIGHT = 2.5;

/** What else is said: requests that say nothing; packages that no installation of the training has; talk about packages. */
export interface SaidBesides {
  readonly vague: readonly VagueCase[];
  readonly strangers: readonly AuthoredPackage[];
  readonly about: readonly Utterance[];
}

export function utterancesOf(cases: readonly Case[], { vague, strangers, about }: SaidBesides): Utterance[] {
  const nothing = vague.map(
    ({ text, fold }) => ({ label: 'intent:vague' satisfies Intent, text, many: true, fold }) as const,
  );
  const something = cases.flatMap((given): Utterance[] => {
    const label = askedFor(given);
    if (label === null) return [];
    return [{ label, text: given.text, weight: Math.round(given.weight * 1000) / 1000, many: true, fold: given.fold }];
  });
  const elsewhere = strangers.flatMap(({ name, examples, requests }) =>
    [...examples, ...requests].map((text): Utterance => {
      const label = 'intent:elsewhere' satisfies Intent;
      return { label, text, weight: STRANGER_WEIGHT, many: true, fold: foldOf(name) };
    }),
  );
  return [...unambiguous([...something, ...about]), ...nothing, ...elsewhere];
}

/** Without what is said for one thing here and for another there: the state tells them apart, not the words. */
function unambiguous(utterances: readonly Utterance[]): Utterance[] {
  const labels = new Map<number, Set<string>>();
  for (const { text, label } of utterances) {
    const hash = textHash(text);
    labels.set(hash, (labels.get(hash) ?? new Set()).add(label));
  }
  return utterances.filter(({ text }) => labels.get(textHash(text))?.size === 1);
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
