import { FIRST_STATE, hashText, mix, seal } from './hash.js';
import { MAX_CHARS } from './normalize.js';
import { tokenize } from './tokens.js';

/**
 * What an n-gram is made of. The order is part of the file format: it salts the keys.
 * - word, pair: one token, two neighbours.
 * - near: the beginnings of two tokens at most three apart, in alphabetical order.
 * - first, last: the token the text starts or ends with.
 * - char: 2–4 characters of the text, across word borders.
 */
export const FEATURE_KINDS = ['word', 'pair', 'near', 'first', 'last', 'char'] as const;
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/** Weight of one occurrence, before term frequency and idf. */
const KIND_WEIGHT: Readonly<Record<FeatureKind, number>> = { word: 2, pair: 1, near: 1, first: 2, last: 2, char: 1 };
const DIGITS = /[0-9]+/g;
const NEAR_TOKENS = 3;
const NEAR_PREFIX = 4;
const MIN_GRAM = 2;
const MAX_GRAM = 4;

const SALT = Object.fromEntries(FEATURE_KINDS.map((kind, at) => [kind, mix(FIRST_STATE, at + 1)])) as Readonly<
  Record<FeatureKind, number>
>;

/**
 * Called once per occurrence: a 32-bit key, its weight, and where it was read: the places of its two tokens (word, first and last: the same one),
 * or for `char` the first and the last character of `spaced(tokens)`.
 */
export type FeatureVisitor = (key: number, weight: number, kind: FeatureKind, from: number, to: number) => void;

export function visitFeatures(tokens: readonly string[], visit: FeatureVisitor): void {
  const emit = (kind: FeatureKind, state: number, from: number, to: number) =>
    visit(seal(state), KIND_WEIGHT[kind], kind, from, to);
  // Which number it is says nothing of what is wanted; the character n-grams keep it.
  const words = tokens.map((token) => hashText(FIRST_STATE, token.replaceAll(DIGITS, '0')));
  const starts = tokens.map((token) => token.slice(0, NEAR_PREFIX));
  const startWords = starts.map((start) => hashText(FIRST_STATE, start));
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    emit('word', mix(SALT.word, word), at, at);
    if (at + 1 < words.length) emit('pair', mix(mix(SALT.pair, word), words[at + 1] as number), at, at + 1);
    const start = startWords[at] as number;
    for (let other = at + 1; other <= at + NEAR_TOKENS && other < words.length; other += 1) {
      const otherStart = startWords[other] as number;
      const inOrder = (starts[at] as string) <= (starts[other] as string);
      const earlier = mix(SALT.near, inOrder ? start : otherStart);
      emit('near', mix(earlier, inOrder ? otherStart : start), at, other);
    }
  }
  const last = words.length - 1;
  if (last >= 0) {
    emit('first', mix(SALT.first, words[0] as number), 0, 0);
    emit('last', mix(SALT.last, words[last] as number), last, last);
  }
  const line = spaced(tokens);
  for (let at = 0; at < line.length; at += 1) {
    let state = SALT.char;
    for (let length = 1; length <= MAX_GRAM && at + length <= line.length; length += 1) {
      state = mix(state, line.charCodeAt(at + length - 1));
      if (length >= MIN_GRAM) emit('char', state, at, at + length - 1);
    }
  }
}

/** The line whose characters the character n-grams are taken from: the tokens with one space before, between and after them. */
export function spaced(tokens: readonly string[]): string {
  return tokens.length === 0 ? '' : ` ${tokens.join(' ')} `;
}

export interface Features {
  /** What they were read from. */
  readonly tokens: readonly string[];
  /** Distinct keys in order of first occurrence. */
  readonly keys: Uint32Array;
  /** Kind weight × (1 + ln term frequency). */
  readonly values: Float64Array;
}

const read = featureReader();
let last: { readonly text: string; readonly features: Features } | null = null;

/** Reads the features of one text. Those of the last one are kept: a decision asks for them once for its routes and once for its actions. */
export function extract(text: string): Features {
  if (last?.text === text) return last.features;
  const features = read(text);
  last = text.length > MAX_CHARS ? null : { text, features };
  return features;
}

/** A reader of many texts, which keeps its working memory between them. */
export function featureReader(): (text: string) => Features {
  let memory = workingMemory(512);
  return (text) => {
    const tokens = tokenize(text);
    const most = tokens.length * (2 + NEAR_TOKENS) + 2 + spaced(tokens).length * (MAX_GRAM - MIN_GRAM + 1);
    if (most > memory.keys.length) memory = workingMemory(most);
    const { keys, weights, counts, places } = memory;
    places.fill(0);
    const mask = places.length - 1;
    let size = 0;
    visitFeatures(tokens, (key, weight) => {
      let slot = key & mask;
      let place = (places[slot] as number) - 1;
      while (place >= 0 && keys[place] !== key) {
        slot = (slot + 1) & mask;
        place = (places[slot] as number) - 1;
      }
      if (place < 0) {
        place = size;
        size += 1;
        places[slot] = size;
        keys[place] = key;
        weights[place] = weight;
        counts[place] = 0;
      }
      counts[place] = (counts[place] as number) + 1;
    });
    const values = new Float64Array(size);
    for (let at = 0; at < size; at += 1) {
      const count = counts[at] as number;
      values[at] = (weights[at] as number) * (count === 1 ? 1 : 1 + Math.log(count));
    }
    return { tokens, keys: keys.slice(0, size), values };
  };
}

/** Room for so many distinct keys; `places` finds them by open addressing and holds place + 1, at most half full. */
function workingMemory(most: number) {
  let slots = 64;
  while (slots < most * 2) slots *= 2;
  return {
    keys: new Uint32Array(most),
    weights: new Float64Array(most),
    counts: new Int32Array(most),
    places: new Int32Array(slots),
  };
}
