import { type Features, featureReader } from './features.js';
import { pack } from './index-file.js';
import type { RouteIndex, RouteRow } from './index-layout.js';
import { findRow, growKeyTable, type KeyTable } from './key-table.js';
import { learn } from './learner.js';
import { rowsHash } from './rows-hash.js';
import { TRAINING } from './training-constants.js';
import { inverseFrequency, vectorize } from './vectors.js';

/**
 * Rows of other labels a column is learnt against, spread evenly over them. Enough to hold the place until the whole build, few enough for the
 * command that happens to be the first one after a package was dropped in.
 */
const OTHERS = 128;

/**
 * One new (or renewed) column in an existing index; the other columns stay as they are and the index is marked stale.
 * `rows` are those of every label present.
 */
export function addLabel(index: RouteIndex, label: string, rows: readonly RouteRow[]): RouteIndex {
  const own = rows.filter((row) => row.label === label);
  const others = spread(
    rows.filter((row) => row.label !== label),
    OTHERS,
  );
  const read = featureReader();
  const features = [...own, ...others].map((row) => read(row.text));
  const { table, idf } = grownVocabulary(index, features.slice(0, own.length));
  const space = { table, idf, unknown_idf: inverseFrequency(index.row_count, 1) };
  const column = learn(
    {
      vectors: features.map((each) => vectorize(each, space)),
      targets: Int32Array.from(features, (_, at) => (at < own.length ? 0 : -1)),
      costs: Float64Array.from([...own, ...others], (row) => row.weight ?? 1),
      features: idf.length,
      classes: 1,
    },
    TRAINING,
  );
  const kept = index.labels.filter(({ name }) => name !== label);
  const sources = kept.map((each) => index.labels.indexOf(each));
  return pack({
    labels: [...kept, { name: label, rows_hash: rowsHash(own), masked: false }],
    row_count: index.row_count,
    stale: true,
    table,
    idf,
    ...withColumn(index, sources, column.weights),
    bias: Float32Array.from([...sources.map((at) => index.bias[at] as number), column.bias[0] as number]),
  });
}

/** At most `count` items at even distances. */
function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T);
}

/** The index's n-grams followed by those only the new rows hold; these count as seen only there. */
function grownVocabulary(index: RouteIndex, own: readonly Features[]): { table: KeyTable; idf: Float32Array } {
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

/** Copies the kept columns and appends one, rescaling a feature's row only where the new weight is its largest. */
function withColumn(index: RouteIndex, sources: readonly number[], column: Float32Array) {
  const before = index.labels.length;
  const after = sources.length + 1;
  const scale = new Float32Array(column.length);
  const weights = new Int8Array(column.length * after);
  for (let row = 0; row < column.length; row += 1) {
    const old = index.scale[row] ?? 0;
    const added = column[row] as number;
    const step = Math.max(old, Math.fround(Math.abs(added) / 127));
    if (step === 0) continue;
    scale[row] = step;
    const factor = old / step;
    for (let at = 0; factor > 0 && at < sources.length; at += 1) {
      weights[row * after + at] = Math.round(
        (index.weights[row * before + (sources[at] as number)] as number) * factor,
      );
    }
    weights[row * after + sources.length] = Math.round(added / step);
  }
  return { scale, weights };
}
