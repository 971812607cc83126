import type { Features } from './features.js';
import type { RouteIndex } from './index-layout.js';
import { findRow, growKeyTable, type KeyTable } from './key-table.js';
import { SPARE_COLUMNS } from './training-constants.js';
import { inverseFrequency } from './vectors.js';

/** The index's n-grams followed by those only the new rows hold; these count as seen only there. */
export function grownVocabulary(index: RouteIndex, own: readonly Features[]): { table: KeyTable; idf: Float32Array } {
  const fresh = new Map<number, number>();
  for (const { keys } of own) {
    for (const key of keys) if (findRow(index.table, key) < 0) fresh.set(key, (fresh.get(key) ?? 0) + 1);
  }
  const rows = index.idf.length;
  const idf = new Float32Array(rows + fresh.size);
  idf.set(index.idf);
  idf.set(
    Array.from(fresh.values(), (count) => inverseFrequency(index.row_count, count)),
    rows,
  );
  return { table: growKeyTable(index.table, rows, Uint32Array.from(fresh.keys())), idf };
}

/**
 * A copy of the weights for so many features. Where a spare column is left that is one copy of memory: this runs
 * once in a process, before loops are compiled.
 */
export function withRoom({ weights: kept, stride: before }: RouteIndex, column: number, features: number) {
  const stride = column < before ? before : column + 1 + SPARE_COLUMNS;
  const weights = new Int8Array(features * stride);
  if (stride === before) weights.set(kept);
  else {
    for (let from = 0, to = 0; from < kept.length; from += before, to += stride) {
      for (let at = 0; at < before; at += 1) weights[to + at] = kept[from + at] as number;
    }
  }
  return { stride, weights };
}
