import { FIRST_STATE, hashText, mix, seal } from './hash.js';

/**
 * What an n-gram is made of. The order is part of the file format: it salts the keys.
 * - word, pair: one token, two neighbours.
 * - near: the beginnings of two tokens at most three apart, in alphabetical order.
 * - first, last: the token the text starts or ends with.
 * - char: 2–4 characters of the text, across word borders.
 */
export const NGRAM_KINDS = ['word', 'pair', 'near', 'first', 'last', 'char'] as const;
export type NGramKind = (typeof NGRAM_KINDS)[number];

/** Places in NGRAM_KINDS. */
export const KIND = { word: 0, pair: 1, near: 2, first: 3, last: 4, char: 5 } as const satisfies Record<
  NGramKind,
  number
>;

const DIGITS = /[0-9]+/g;
const NEAR_TOKENS = 3;
const NEAR_PREFIX = 4;
const MIN_GRAM = 2;
const MAX_GRAM = 4;

const SALT = Int32Array.from(NGRAM_KINDS, (_, kind) => mix(FIRST_STATE, kind + 1));

/** Every occurrence of an n-gram in a text; only the first `count` of each array are of this one. */
export interface NGrams {
  readonly count: number;
  /** 32 bits each. */
  readonly keys: Uint32Array;
  readonly kinds: Uint8Array;
  /** Where it was read: the places of its two tokens (word, first and last: the same one), or for `char` its first and last character in `spaced(tokens)`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

type Memory = { -readonly [Part in keyof NGrams]: NGrams[Part] };

let memory = memoryFor(1024);

/** Reads them into memory that the next call writes over: one decision reads a text several times, and none of it is to be collected. */
export function nGramsOf(tokens: readonly string[]): NGrams {
  const line = spaced(tokens);
  const most = tokens.length * (2 + NEAR_TOKENS) + 2 + line.length * (MAX_GRAM - MIN_GRAM + 1);
  if (most > memory.keys.length) memory = memoryFor(most);
  const into = memory;
  into.count = 0;
  readTokens(into, tokens);
  readCharacters(into, line);
  return into;
}

function readTokens(into: Memory, tokens: readonly string[]): void {
  // Which number it is says nothing of what is wanted; the character n-grams keep it.
  const words = Int32Array.from(tokens, (token) => hashText(FIRST_STATE, token.replaceAll(DIGITS, '0')));
  const starts = tokens.map((token) => token.slice(0, NEAR_PREFIX));
  const startWords = Int32Array.from(starts, (start) => hashText(FIRST_STATE, start));
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    put(into, KIND.word, mix(SALT[KIND.word] as number, word), at, at);
    if (at + 1 < words.length) {
      put(into, KIND.pair, mix(mix(SALT[KIND.pair] as number, word), words[at + 1] as number), at, at + 1);
    }
    const start = startWords[at] as number;
    for (let other = at + 1; other <= at + NEAR_TOKENS && other < words.length; other += 1) {
      const otherStart = startWords[other] as number;
      const inOrder = (starts[at] as string) <= (starts[other] as string);
      const earlier = mix(SALT[KIND.near] as number, inOrder ? start : otherStart);
      put(into, KIND.near, mix(earlier, inOrder ? otherStart : start), at, other);
    }
  }
  const last = words.length - 1;
  if (last < 0) return;
  put(into, KIND.first, mix(SALT[KIND.first] as number, words[0] as number), 0, 0);
  put(into, KIND.last, mix(SALT[KIND.last] as number, words[last] as number), last, last);
}

function readCharacters(into: Memory, line: string): void {
  for (let at = 0; at < line.length; at += 1) {
    let state = SALT[KIND.char] as number;
    for (let length = 1; length <= MAX_GRAM && at + length <= line.length; length += 1) {
      state = mix(state, line.charCodeAt(at + length - 1));
      if (length >= MIN_GRAM) put(into, KIND.char, state, at, at + length - 1);
    }
  }
}

function put(into: Memory, kind: number, state: number, from: number, to: number): void {
  const at = into.count;
  into.keys[at] = seal(state);
  into.kinds[at] = kind;
  into.from[at] = from;
  into.to[at] = to;
  into.count = at + 1;
}

function memoryFor(most: number): Memory {
  return {
    count: 0,
    keys: new Uint32Array(most),
    kinds: new Uint8Array(most),
    from: new Int32Array(most),
    to: new Int32Array(most),
  };
}

/** The line whose characters the character n-grams are taken from: the tokens with one space before, between and after them. */
export function spaced(tokens: readonly string[]): string {
  return tokens.length === 0 ? '' : ` ${tokens.join(' ')} `;
}
