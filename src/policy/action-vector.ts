import { FACTS, factValues, STATE_FACTS } from './action-facts.js';
import type { ActionInput } from './action-model.js';
import { extract } from './features.js';
import { INTENTS, type IntentWeights, intentShares } from './intents.js';
import { findRow, type KeyTable } from './key-table.js';
import type { SparseVector } from './vectors.js';

/** The n-grams the model knows. */
export interface ActionVocabulary {
  readonly table: KeyTable;
  /** Weight of each n-gram. */
  readonly idf: Float32Array;
}

/** What a request is read with: its n-grams, and what they say it is about. */
export interface ActionReading extends ActionVocabulary {
  readonly intents: IntentWeights;
}

/** Rows of weights: one an n-gram, one a fact, and one for each fact of the state together with each intent. */
export function rowCount({ idf }: { readonly idf: { readonly length: number } }): number {
  return idf.length + FACTS.length + STATE_FACTS.length * INTENTS.length;
}

/** How much the words weigh against the facts, as the norm of their part of the vector. */
const WORDS_NORM = 2;
/** How much a fact weighs together with an intent that is certain. */
const TOGETHER = 1.5;
/** An intent less likely than this says nothing. */
const LEAST_SHARE = 0.02;

export interface Words extends SparseVector {
  readonly tokens: number;
  /** Share, 0..1, of the n-grams that the model was never trained on. */
  readonly unknown: number;
}

/** `drop(key)`: n-grams to be treated as never seen (blinded copies in training). */
export function wordsOf(
  text: string,
  { table, idf }: ActionVocabulary,
  drop: (key: number) => boolean = () => false,
): Words {
  const { tokens, keys, values } = extract(text);
  const rows = new Int32Array(keys.length);
  const factors = new Float64Array(keys.length);
  let known = 0;
  let square = 0;
  let unknown = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    const row = drop(key) ? -1 : findRow(table, key);
    const value = (values[at] as number) * (row < 0 ? 1 : (idf[row] as number));
    square += value * value;
    if (row < 0) {
      unknown += value * value;
      continue;
    }
    rows[known] = row;
    factors[known] = value;
    known += 1;
  }
  const norm = WORDS_NORM / (Math.sqrt(square) || 1);
  for (let at = 0; at < known; at += 1) factors[at] = (factors[at] as number) * norm;
  return {
    rows: rows.subarray(0, known),
    values: factors.subarray(0, known),
    tokens: tokens.length,
    unknown: square === 0 ? 1 : unknown / square,
  };
}

/**
 * A decision's features, shared by all candidates: the words, the facts, and the facts of the state weighed by what the words are about. Where
 * nothing was said before, words and route scores alone decide, so that types nobody has seen compete fairly.
 */
export function vectorOf(
  { text, scene, observed, routes }: ActionInput,
  reading: ActionReading,
  drop?: (key: number) => boolean,
): SparseVector {
  const words = wordsOf(text, reading, drop);
  const facts = factValues({ scene, observed, routes, tokens: words.tokens, unknown_words: words.unknown });
  // What is taken from the words is not taken from what they are about: that is known of requests nobody has seen before, too.
  const about = intentShares(reading.intents, drop === undefined ? words : wordsOf(text, reading));
  const most = words.rows.length + FACTS.length + STATE_FACTS.length * INTENTS.length;
  const rows = new Int32Array(most);
  const values = new Float64Array(most);
  rows.set(words.rows);
  values.set(words.values);
  let size = words.rows.length;
  const add = (row: number, value: number) => {
    if (value === 0) return;
    rows[size] = reading.idf.length + row;
    values[size] = value;
    size += 1;
  };
  for (let fact = 0; fact < facts.length; fact += 1) add(fact, facts[fact] as number);
  for (let intent = 0; intent < about.length; intent += 1) {
    const share = about[intent] as number;
    if (share < LEAST_SHARE) continue;
    const first = FACTS.length + intent * STATE_FACTS.length;
    for (let at = 0; at < STATE_FACTS.length; at += 1) {
      add(first + at, (facts[STATE_FACTS[at] as number] as number) * share * TOGETHER);
    }
  }
  return { rows: rows.subarray(0, size), values: values.subarray(0, size) };
}
