import { type Anchor, anchorsPerLabel, packAnchors, readAnchors, spread } from './anchors.js';
import { type Features, featureReader } from './features.js';
import { pack } from './index-file.js';
import type { RouteIndex, RouteRow } from './index-layout.js';
import { findRow, growKeyTable, type KeyTable } from './key-table.js';
import { learn } from './learner.js';
import { rowsHash } from './rows-hash.js';
import { COLUMN_TRAINING } from './training-constants.js';
import { inverseFrequency, vectorize } from './vectors.js';

/**
 * One new (or renewed) column in an existing index, learnt from the label's own rows against the index's anchors. The other columns stay as
 * they are and the index is marked stale.
 */
export function addLabel(index: RouteIndex, label: string, rows: readonly RouteRow[]): RouteIndex {
  const read = featureReader();
  const features = rows.map((row) => read(row.text));
  const { table, idf } = grownVocabulary(index, features);
  const space = { table, idf, unknown_idf: inverseFrequency(index.row_count, 1) };
  const own = features.map((each) => vectorize(each, space));

  const sources = [...index.labels.keys()].filter((at) => index.labels[at]?.name !== label);
  const columnOf = new Map(sources.map((source, at) => [source, at]));
  const anchors = readAnchors(index.anchors).flatMap(({ column, vector }): Anchor[] => {
    const at = columnOf.get(column);
    return at === undefined ? [] : [{ column: at, vector }];
  });
  const opposed = anchors.filter(({ column }) => index.labels[sources[column] as number]?.masked === false);
  const vectors = [...own, ...opposed.map(({ vector }) => vector)];
  const column = learn(
    {
      vectors,
      targets: Int32Array.from({ length: own.length + opposed.length }, (_, at) => (at < own.length ? 0 : -1)),
      costs: Float64Array.from([...rows, ...opposed], (row) => ('weight' in row ? (row.weight ?? 1) : 1)),
      features: idf.length,
      classes: 1,
    },
    COLUMN_TRAINING,
  );
  const kept = spread(own, anchorsPerLabel(sources.length + 1)).map((vector) => ({ column: sources.length, vector }));
  return pack({
    labels: [
      ...sources.flatMap((at) => index.labels[at] ?? []),
      { name: label, rows_hash: rowsHash(rows), masked: false },
    ],
    row_count: index.row_count,
    stale: true,
    table,
    idf,
    ...withColumn(index, sources, column.weights, new Set(vectors.flatMap(({ rows: seen }) => [...seen]))),
    bias: Float32Array.from([...sources.map((at) => index.bias[at] as number), column.bias[0] as number]),
    anchors: packAnchors([...anchors, ...kept]),
  });
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

/**
 * Copies the kept columns and appends one. Only the `touched` features have a weight in it; of these, a row is rescaled where the new
 * weight is its largest. This runs once in a process, before loops are compiled, so that what can be is left to the runtime's own copying.
 */
function withColumn(index: RouteIndex, sources: readonly number[], column: Float32Array, touched: Iterable<number>) {
  const { scale: steps } = index;
  const after = sources.length + 1;
  const weights = widened(index, sources, column.length);
  const scale = new Float32Array(column.length);
  scale.set(steps);
  for (const row of touched) {
    const old = steps[row] ?? 0;
    const added = column[row] as number;
    const step = Math.max(old, Math.fround(Math.abs(added) / 127));
    if (step === 0) continue;
    const start = row * after;
    if (step !== old) {
      scale[row] = step;
      for (let at = start; at < start + sources.length; at += 1) {
        weights[at] = Math.round((weights[at] as number) * (old / step));
      }
    }
    weights[start + sources.length] = Math.round(added / step);
  }
  return { scale, weights };
}

/** The kept columns, with room for one more in every row and for features that are new. */
function widened({ weights: kept, labels }: RouteIndex, sources: readonly number[], rows: number): Int8Array {
  const before = labels.length;
  const after = sources.length + 1;
  const wide = new Int8Array(rows * after);
  const inOrder = sources.every((source, at) => source === at);
  for (let from = 0, to = 0; from < kept.length; from += before, to += after) {
    if (inOrder) wide.set(kept.subarray(from, from + sources.length), to);
    else
      sources.forEach((source, at) => {
        wide[to + at] = kept[from + source] as number;
      });
  }
  return wide;
}
