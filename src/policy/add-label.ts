import { anchorsPerLabel, packAnchors, readAnchors, spread } from './anchors.js';
import { featuresOf } from './features.js';
import { grownVocabulary, withRoom } from './grow-index.js';
import { changedVersion } from './index-file.js';
import type { RouteIndex, RouteRow } from './index-layout.js';
import { learnColumn } from './learn-column.js';
import { makeRoom } from './make-room.js';
import { namedRows } from './rows-hash.js';
import { COLUMN_TRAINING } from './training-constants.js';
import { inverseFrequency, type SparseVector, vectorize } from './vectors.js';

/**
 * One new (or renewed) column in an existing index, learnt from the label's own rows against the index's anchors. Those of other packages
 * give way on these rows alone, and the index is marked stale.
 */
export function addLabel(index: RouteIndex, label: string, rows: readonly RouteRow[]): RouteIndex {
  const features = rows.map((row) => featuresOf(row.text));
  const { table, idf } = grownVocabulary(index, features);
  const space = { table, idf, unknown_idf: inverseFrequency(index.row_count, 1) };
  const own = features.map((each) => vectorize(each, space));

  const known = index.labels.findIndex(({ name }) => name === label);
  const column = known < 0 ? index.labels.length : known;
  const anchors = readAnchors(index.anchors)
    .filter((anchor) => anchor.column !== column)
    // One of a malformed file may name features that are not there.
    .filter(({ vector }) => vector.rows.every((row) => row >= 0 && row < index.idf.length));
  const opposed = anchors.filter((anchor) => index.labels[anchor.column]?.masked === false);
  const vectors = [...own, ...opposed.map(({ vector }) => vector)];
  const learnt = learnColumn(
    {
      vectors,
      own: own.length,
      costs: Float64Array.from([...rows, ...opposed], (row) => ('weight' in row ? (row.weight ?? 1) : 1)),
      features: idf.length,
    },
    COLUMN_TRAINING,
  );
  const labels = [...index.labels];
  const named = namedRows(rows);
  labels[column] = { name: label, ...named, masked: false };
  const bias = new Float32Array(labels.length);
  bias.set(index.bias);
  bias[column] = learnt.bias;
  const columns = withColumn(index, column, learnt.weights, vectors);
  makeRoom({ ...columns, bias, labels }, column, rows, own);
  const kept = spread(own, anchorsPerLabel(labels.length)).map((vector) => ({ column, vector }));
  return {
    labels,
    row_count: index.row_count,
    stale: true,
    table,
    idf,
    ...columns,
    bias,
    anchors: packAnchors([...anchors, ...kept]),
    version: changedVersion(index, ['added', label, named.rows_hash]),
  };
}

/**
 * The index's columns with this one put in its place; it was learnt of `vectors`, and weighs nothing that none of them holds. A feature's row is
 * rescaled where the new weight is its largest.
 */
function withColumn(index: RouteIndex, column: number, learnt: Float32Array, vectors: readonly SparseVector[]) {
  const { stride, weights } = withRoom(index, column, learnt.length);
  if (column < index.labels.length) for (let at = column; at < weights.length; at += stride) weights[at] = 0;
  const scale = new Float32Array(learnt.length);
  scale.set(index.scale);
  const isDone = new Uint8Array(learnt.length);
  for (let vector = 0; vector < vectors.length; vector += 1) {
    const { rows } = vectors[vector] as SparseVector;
    for (let entry = 0; entry < rows.length; entry += 1) {
      const row = rows[entry] as number;
      if (isDone[row] === 1) continue;
      isDone[row] = 1;
      const added = learnt[row] as number;
      if (added === 0) continue;
      const old = scale[row] as number;
      const step = Math.max(old, Math.fround(Math.abs(added) / 127));
      const start = row * stride;
      if (step !== old) {
        scale[row] = step;
        for (let at = start; at < start + stride; at += 1)
          weights[at] = Math.round((weights[at] as number) * (old / step));
      }
      weights[start + column] = Math.round(added / step);
    }
  }
  return { stride, scale, weights };
}
