import { oneLine } from '../../../kit/bounded-text.js';
import type { Confusion } from './confusion.js';

const MAX_CLASSES = 15;
const MAX_PAIRS = 20;
const MAX_LABEL = 100;

/** `counts[expected][predicted]` for the most frequent classes; what is predicted beyond them is in `other` and `none`, by row. */
export interface Matrix {
  labels: string[];
  counts: number[][];
  other: number[];
  none: number[];
  /** Classes that are not shown. */
  left_out: number;
}

export interface Pair {
  expected: string;
  /** Null: a label that the data set does not know, or no answer. */
  predicted: string | null;
  count: number;
}

export function matrixOf(confusion: Confusion, order: readonly string[]): Matrix {
  const shown = order.slice(0, MAX_CLASSES);
  const place = new Map(shown.map((label, index) => [label, index]));
  const counts = shown.map(() => shown.map(() => 0));
  const [other, none] = [shown.map(() => 0), shown.map(() => 0)];
  const bump = (list: number[] | undefined, at: number, count: number): void => {
    if (list) list[at] = (list[at] ?? 0) + count;
  };
  for (const { expected, predicted, count } of confusion.cells()) {
    const row = place.get(confusion.labels[expected] ?? '');
    if (row === undefined) continue;
    const column = typeof predicted === 'number' ? place.get(confusion.labels[predicted] ?? '') : undefined;
    if (column !== undefined) bump(counts[row], column, count);
    else bump(predicted === 'none' ? none : other, row, count);
  }
  const labels = shown.map((label) => oneLine(label, MAX_LABEL));
  return { labels, counts, other, none, left_out: order.length - shown.length };
}

/** The most frequent mistakes. */
export function pairsOf(confusion: Confusion): Pair[] {
  const name = (index: number): string => oneLine(confusion.labels[index] ?? '', MAX_LABEL);
  return [...confusion.cells()]
    .filter(({ expected, predicted }) => predicted !== expected && predicted !== 'none')
    .sort((a, b) => b.count - a.count || a.expected - b.expected)
    .slice(0, MAX_PAIRS)
    .map(({ expected, predicted, count }) => ({
      expected: name(expected),
      predicted: typeof predicted === 'number' ? name(predicted) : null,
      count,
    }));
}
