import { featuresOf } from './features.js';
import { grownVocabulary, withRoom } from './grow-index.js';
import { changedVersion } from './index-file.js';
import type { RouteIndex, RouteRow } from './index-layout.js';
import { giving } from './make-room.js';
import { settle } from './settle.js';
import { TRAINING } from './training-constants.js';
import { inverseFrequency, vectorize } from './vectors.js';

/**
 * A column that was learnt from thousands of rows comes to hold a few more (`rows`: its examples as they are now) without being learnt anew; other
 * packages give way on these alone, and the index is marked stale. `rows_hash` names all of its rows. The label has to be in the index.
 */
export function takeIn(index: RouteIndex, { label, rows_hash }: TakenIn, rows: readonly RouteRow[]): RouteIndex {
  const column = index.labels.findIndex(({ name }) => name === label);
  const features = rows.map((row) => featuresOf(row.text));
  const { table, idf } = grownVocabulary(index, features);
  const space = { table, idf, unknown_idf: inverseFrequency(index.row_count, 1) };
  const vectors = features.map((each) => vectorize(each, space));
  const labels = index.labels.map((each, at) => (at === column ? { ...each, rows_hash, masked: false } : each));
  const scale = new Float32Array(idf.length);
  scale.set(index.scale);
  const columns = { ...withRoom(index, column, idf.length), scale, bias: index.bias, labels };
  const holding = { column, sign: 1, margin: 1, cost: TRAINING.positive } as const;
  settle(columns, [...giving(labels, column), holding], rows, vectors);
  return {
    ...index,
    ...columns,
    stale: true,
    table,
    idf,
    version: changedVersion(index, ['taken in', label, rows_hash]),
  };
}

interface TakenIn {
  readonly label: string;
  readonly rows_hash: string;
}
