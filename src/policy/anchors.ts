import type { SparseVector } from './vectors.js';

/** Rows kept at most by a whole build. Enough to hold a new column's place until the next one; more did no better (bench/README.md). */
const KEPT = 128;

/**
 * A sample of the training rows, spread evenly over the labels, kept as vectors: what a new label's column is learnt against, so that adding
 * one costs the same however many packages there are.
 */
export interface Anchors {
  /** Column of each row's label. */
  readonly columns: Uint32Array;
  /** Row i's entries are those from starts[i] to starts[i + 1]. */
  readonly starts: Uint32Array;
  /** Per entry: the feature's row in the index, and its value in a unit vector. */
  readonly rows: Int32Array;
  readonly values: Float32Array;
}

export interface Anchor {
  readonly column: number;
  readonly vector: SparseVector;
}

/** `vectors` are those of all rows, ordered by label. */
export function chooseAnchors(anchors: readonly Anchor[]): Anchors {
  return packAnchors(spread(anchors, KEPT));
}

/** How many rows of its own a new label adds. */
export function anchorsPerLabel(labels: number): number {
  return Math.max(1, Math.floor(KEPT / labels));
}

/** At most `count` items at even distances. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T);
}

export function packAnchors(anchors: readonly Anchor[]): Anchors {
  const starts = new Uint32Array(anchors.length + 1);
  anchors.forEach(({ vector }, at) => {
    starts[at + 1] = (starts[at] as number) + vector.rows.length;
  });
  const entries = starts[anchors.length] as number;
  const rows = new Int32Array(entries);
  const values = new Float32Array(entries);
  anchors.forEach(({ vector }, at) => {
    rows.set(vector.rows, starts[at]);
    values.set(vector.values, starts[at]);
  });
  return { columns: Uint32Array.from(anchors, ({ column }) => column), starts, rows, values };
}

export function readAnchors({ columns, starts, rows, values }: Anchors): Anchor[] {
  return Array.from(columns, (column, at) => {
    const [from, to] = [starts[at] as number, starts[at + 1] as number];
    return { column, vector: { rows: rows.subarray(from, to), values: Float64Array.from(values.subarray(from, to)) } };
  });
}
