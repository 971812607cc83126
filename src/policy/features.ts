import { FIRST_STATE, hashText, mix, seal } from './hash.js';
import { tokenize } from './tokens.js';

/** What an n-gram is made of. The order is part of the file format: it salts the keys. */
export const FEATURE_KINDS = ['word', 'pair', 'triple', 'skip', 'first', 'last', 'char'] as const;
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/** Weight of one occurrence, before term frequency and idf. */
const KIND_WEIGHT: Readonly<Record<FeatureKind, number>> = {
  word: 1,
  pair: 1,
  triple: 1,
  skip: 0.5,
  first: 1,
  last: 1,
  char: 1,
};
const SALT = Object.fromEntries(FEATURE_KINDS.map((kind, at) => [kind, mix(FIRST_STATE, at + 1)])) as Record<
  FeatureKind,
  number
>;
const MIN_CHARS = 2;
const MAX_CHARS = 4;

/** Called once per occurrence: a 32-bit key, and how to read it back from the tokens (see `featureText`). */
export type FeatureVisitor = (key: number, weight: number, kind: FeatureKind, at: number, length: number) => void;

/**
 * Visits every n-gram of the tokens: word 1–3-grams, skip-bigrams (one word left out), first and last word, and character 2–4-grams of the
 * text with single spaces between words and at both ends (no space between ideographs).
 */
export function visitFeatures(tokens: readonly string[], visit: FeatureVisitor): void {
  const words = tokens.map((token) => hashText(FIRST_STATE, token));
  const emit = (kind: FeatureKind, state: number, at: number, length: number) =>
    visit(seal(state), KIND_WEIGHT[kind], kind, at, length);
  for (let at = 0; at < words.length; at += 1) {
    const [one, two, three] = [words[at] as number, words[at + 1], words[at + 2]];
    emit('word', mix(SALT.word, one), at, 1);
    if (two !== undefined) emit('pair', mix(mix(SALT.pair, one), two), at, 2);
    if (two !== undefined && three !== undefined) {
      emit('triple', mix(mix(mix(SALT.triple, one), two), three), at, 3);
      emit('skip', mix(mix(SALT.skip, one), three), at, 3);
    }
  }
  if (words.length > 0) {
    emit('first', mix(SALT.first, words[0] as number), 0, 1);
    emit('last', mix(SALT.last, words[words.length - 1] as number), words.length - 1, 1);
  }
  const line = spaced(tokens);
  for (let at = 0; at < line.length; at += 1) {
    let state = SALT.char;
    for (let length = 1; length <= MAX_CHARS && at + length <= line.length; length += 1) {
      state = mix(state, line.charCodeAt(at + length - 1));
      if (length >= MIN_CHARS) emit('char', state, at, length);
    }
  }
}

/** The line whose characters the character n-grams are taken from. */
export function spaced(tokens: readonly string[]): string {
  return tokens.length === 0 ? '' : ` ${tokens.join(' ')} `;
}

export interface Features {
  /** Distinct keys in order of first occurrence. */
  readonly keys: Uint32Array;
  /** Kind weight × (1 + ln term frequency). */
  readonly values: Float64Array;
}

export function extract(text: string): Features {
  const counts = new Map<number, number>();
  const weights: number[] = [];
  visitFeatures(tokenize(text), (key, weight) => {
    const count = counts.get(key);
    if (count === undefined) weights.push(weight);
    counts.set(key, (count ?? 0) + 1);
  });
  const keys = Uint32Array.from(counts.keys());
  const values = new Float64Array(keys.length);
  let at = 0;
  for (const count of counts.values()) {
    values[at] = (weights[at] as number) * (count === 1 ? 1 : 1 + Math.log(count));
    at += 1;
  }
  return { keys, values };
}
