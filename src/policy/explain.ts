import { extract } from './features.js';
import type { RouteIndex } from './index-layout.js';
import { findRow } from './key-table.js';
import { NGRAM_KINDS, type NGramKind, nGramsOf, spaced } from './n-grams.js';
import { vectorOf } from './score.js';

export interface Reason {
  /** The n-gram as read from the text; character n-grams show their spaces as `·`. */
  readonly text: string;
  readonly kind: NGramKind;
  /** What it adds to the label's score. */
  readonly contribution: number;
}

export interface Explanation {
  /** Strongest first. */
  readonly for: readonly Reason[];
  readonly against: readonly Reason[];
}

/** The `count` n-grams of a text that speak most for a label, and most against it. An unknown label: nothing. */
export function explain(index: RouteIndex, text: string, label: string, count: number): Explanation {
  const column = index.labels.findIndex(({ name }) => name === label);
  if (column < 0) return { for: [], against: [] };
  const vector = vectorOf(index, text);
  const texts = textsByRow(index, extract(text).tokens);
  const reasons = [...vector.rows].map((row, at): Reason => {
    const weight = (index.scale[row] as number) * (index.weights[row * index.stride + column] as number);
    const found = texts.get(row);
    return {
      text: found?.text ?? '',
      kind: found?.kind ?? 'word',
      contribution: (vector.values[at] as number) * weight,
    };
  });
  const strongest = (sign: 1 | -1) =>
    reasons
      .filter(({ contribution }) => contribution * sign > 0)
      .sort((one, other) => sign * (other.contribution - one.contribution))
      .slice(0, count);
  return { for: strongest(1), against: strongest(-1) };
}

/** The whole words of a text, and pairs of neighbours, that speak most for a label; none twice, nor as a part of another. */
export function wordsFor(index: RouteIndex, text: string, label: string, count: number): string[] {
  const chosen: string[] = [];
  for (const { text: word, kind } of explain(index, text, label, Number.POSITIVE_INFINITY).for) {
    if (kind === 'char' || kind === 'near') continue;
    const plain = word.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
    if (!chosen.some((other) => other.includes(plain) || plain.includes(other))) chosen.push(plain);
    if (chosen.length === count) break;
  }
  return chosen;
}

function textsByRow(index: RouteIndex, tokens: readonly string[]): Map<number, { text: string; kind: NGramKind }> {
  const texts = new Map<number, { text: string; kind: NGramKind }>();
  const { count, keys, kinds, from, to } = nGramsOf(tokens);
  for (let at = 0; at < count; at += 1) {
    const row = findRow(index.table, keys[at] as number);
    if (row < 0 || texts.has(row)) continue;
    const kind = NGRAM_KINDS[kinds[at] as number] as NGramKind;
    texts.set(row, { text: readable(tokens, kind, from[at] as number, to[at] as number), kind });
  }
  return texts;
}

function readable(tokens: readonly string[], kind: NGramKind, from: number, to: number): string {
  const [first, second] = [tokens[from] ?? '', tokens[to] ?? ''];
  switch (kind) {
    case 'word':
    case 'first':
    case 'last':
      return first;
    case 'pair':
      return `${first} ${second}`;
    case 'near':
      return `${first} … ${second}`;
    case 'char':
      return spaced(tokens)
        .slice(from, to + 1)
        .replaceAll(' ', '·');
  }
}
