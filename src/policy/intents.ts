import { addRows } from './add-rows.js';
import { exponential } from './exponential.js';
import type { SparseVector } from './vectors.js';

/**
 * What a request may be about, whatever the conversation: what its words alone say. The order is part of the file format.
 * - named: work of a registered type. open: open-ended work. status: how something stands. recap: how everything stands. cancel: an end to something.
 * - again: the same once more. failure: why something failed. earlier: something said before. time: a date to be known first.
 */
export const INTENTS = ['named', 'open', 'status', 'recap', 'cancel', 'again', 'failure', 'earlier', 'time'] as const;
export type Intent = (typeof INTENTS)[number];

export interface IntentWeights {
  /** [n-gram][intent], then one row that every request has; the weight is scale[row] × rows[row]. */
  readonly rows: Int8Array;
  readonly scale: Float32Array;
}

/** How likely each of INTENTS is, in their order; they sum to 1. */
export function intentShares({ rows, scale }: IntentWeights, words: SparseVector): Float64Array {
  const sums = new Float64Array(INTENTS.length);
  const always = scale.length - 1;
  for (let each = 0; each < INTENTS.length; each += 1) {
    sums[each] = (scale[always] as number) * (rows[always * INTENTS.length + each] as number);
  }
  const factors = words.values.map((value, at) => value * (scale[words.rows[at] as number] as number));
  addRows(words.rows, factors, rows, sums);
  return shares(sums);
}

/** Softmax. */
export function shares(sums: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const sum of sums) most = Math.max(most, sum);
  let total = 0;
  const out = sums.map((sum) => exponential(sum - most));
  for (const share of out) total += share;
  return out.map((share) => share / total);
}
