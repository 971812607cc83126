import type { Features } from './features.js';
import { findRow, type KeyTable } from './key-table.js';

/** What turns features into a unit vector: the known n-grams, their idf, and the idf of one never seen. */
export interface Space {
  readonly table: KeyTable;
  readonly idf: ArrayLike<number>;
  readonly unknown_idf: number;
}

export interface SparseVector {
  /** Rows of the known features. */
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

export interface Vector extends SparseVector {
  /** Share of the squared norm that lies on n-grams the index does not know, 0..1. Empty text: 1. */
  readonly unknown_mass: number;
}

/** Weight of an n-gram that `holding` of `rows` training rows hold: the root of the usual idf, since plain idf overrates what was seen once. */
export function inverseFrequency(rows: number, holding: number): number {
  return Math.sqrt(Math.log(1 + rows / holding));
}

/** tf·idf divided by the norm over *all* n-grams, so that a text of unknown n-grams is short and scores low everywhere. */
export function vectorize({ keys, values }: Features, space: Space): Vector {
  const rows = new Int32Array(keys.length);
  const known = new Float64Array(keys.length);
  let size = 0;
  let knownSquare = 0;
  let unknownSquare = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const found = findRow(space.table, keys[at] as number);
    // A table that was not made with these features may speak of others.
    const row = found < space.idf.length ? found : -1;
    const value = (values[at] as number) * (row < 0 ? space.unknown_idf : (space.idf[row] as number));
    if (row < 0) {
      unknownSquare += value * value;
    } else {
      rows[size] = row;
      known[size] = value;
      size += 1;
      knownSquare += value * value;
    }
  }
  const square = knownSquare + unknownSquare;
  const norm = Math.sqrt(square) || 1;
  for (let at = 0; at < size; at += 1) known[at] = (known[at] as number) / norm;
  return {
    rows: rows.subarray(0, size),
    values: known.subarray(0, size),
    unknown_mass: square === 0 ? 1 : unknownSquare / square,
  };
}
