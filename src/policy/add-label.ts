import { extract } from './features.js';
import { pack } from './index-file.js';
import type { RouteIndex, RouteRow } from './index-layout.js';
import { buildKeyTable, findRow, keysByRow } from './key-table.js';
import { learn } from './learner.js';
import { rowsHash } from './rows-hash.js';
import { TRAINING } from './training-constants.js';
import { inverseFrequency, vectorize } from './vectors.js';

/**
 * One new (or renewed) column in an existing index, learnt against the other labels' rows; the other columns stay as they are and the index is
 * marked stale. `rows` are those of every label present.
 */
export function addLabel(index: RouteIndex, label: string, rows: readonly RouteRow[]): RouteIndex {
  const features = rows.map((row) => extract(row.text));
  const { keys, idf } = grownVocabulary(
    index,
    features.flatMap(({ keys }, at) => (rows[at]?.label === label ? [keys] : [])),
  );
  const table = buildKeyTable(keys);
  const space = { table, idf, unknown_idf: inverseFrequency(index.row_count, 1) };
  const column = learn(
    {
      vectors: features.map((each) => vectorize(each, space)),
      targets: Int32Array.from(rows, (row) => (row.label === label ? 0 : -1)),
      costs: Float64Array.from(rows, (row) => row.weight ?? 1),
      features: keys.length,
      classes: 1,
    },
    TRAINING,
  );
  const kept = index.labels.filter(({ name }) => name !== label);
  const labels = [...kept, { name: label, rows_hash: rowsHash(rows, label), masked: false }];
  const sources = kept.map((each) => index.labels.indexOf(each));
  return pack({
    labels,
    row_count: index.row_count,
    stale: true,
    table,
    idf,
    ...withColumn(index, sources, column.weights),
    bias: Float32Array.from([...sources.map((at) => index.bias[at] as number), column.bias[0] as number]),
  });
}

/** The index's n-grams followed by those only the new rows hold; these count as seen only there. */
function grownVocabulary(index: RouteIndex, own: readonly Uint32Array[]): { keys: Uint32Array; idf: Float32Array } {
  const known = keysByRow(index.table, index.idf.length);
  const fresh = new Map<number, number>();
  for (const keys of own) {
    for (const key of keys) if (findRow(index.table, key) < 0) fresh.set(key, (fresh.get(key) ?? 0) + 1);
  }
  const idf = [...fresh.values()].map((count) => inverseFrequency(index.row_count, count));
  return {
    keys: Uint32Array.from([...known, ...fresh.keys()]),
    idf: Float32Array.from([...index.idf, ...idf]),
  };
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
