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
  const column = learn(
    {
      vectors: [...own, ...opposed.map(({ vector }) => vector)],
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
    ...withColumn(index, sources, column.weights),
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

/** Copies the kept columns and appends one, rescaling a feature's row only where the new weight is its largest. */
function withColumn(index: RouteIndex, sources: readonly number[], column: Float32Array) {
  const { weights: kept, scale: steps } = index;
  const before = index.labels.length;
  const inOrder = sources.every((source, at) => source === at);
  const after = sources.length + 1;
  const scale = new Float32Array(column.length);
  const weights = new Int8Array(column.length * after);
  for (let row = 0; row < column.length; row += 1) {
    const old = steps[row] ?? 0;
    const added = column[row] as number;
    const step = Math.max(old, Math.fround(Math.abs(added) / 127));
    if (step === 0) continue;
    scale[row] = step;
    const factor = old / step;
    const start = row * before;
    if (factor === 1 && inOrder) {
      // Nearly every row. This runs once in a process, before loops are compiled: copying is left to the runtime.
      weights.set(kept.subarray(start, start + sources.length), row * after);
    } else {
      for (let at = 0; factor > 0 && at < sources.length; at += 1) {
        const weight = kept[start + (sources[at] as number)] as number;
        weights[row * after + at] = factor === 1 ? weight : Math.round(weight * factor);
      }
    }
    weights[row * after + sources.length] = Math.round(added / step);
  }
  return { scale, weights };
}
