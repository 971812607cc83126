import { chooseAnchors } from './anchors.js';
import { type Features, featuresOf } from './features.js';
import { pack } from './index-file.js';
import type { RouteRow, WholeIndex } from './index-layout.js';
import { buildKeyTable, countKeys } from './key-table.js';
import { learn } from './learner.js';
import { quantize } from './quantize.js';
import { namedRows } from './rows-hash.js';
import { COST_OF_MANY, LEAST_OF_MANY, POSITIVE_OF_MANY, SPARE_COLUMNS, TRAINING } from './training-constants.js';
import { inverseFrequency, vectorize } from './vectors.js';

/** Builds an index of every label that has a row. The same rows in the same order give the same bytes, on every machine. */
export function trainIndex(rows: readonly RouteRow[]): WholeIndex {
  const labels = [...new Set(rows.map((row) => row.label))].sort();
  const place = new Map(labels.map((label, at) => [label, at]));
  const features = rows.map((row) => featuresOf(row.text));
  const { keys, idf } = countFeatures(rows, features);
  const table = buildKeyTable(keys);
  const space = { table, idf, unknown_idf: inverseFrequency(rows.length, 1) };
  const vectors = features.map((each) => vectorize(each, space));
  const targets = Int32Array.from(rows, (row) => place.get(row.label) ?? -1);
  const linear = learn(
    {
      vectors,
      targets,
      costs: Float64Array.from(rows, ({ weight, many }) => (weight ?? 1) * (many === true ? COST_OF_MANY : 1)),
      positives: Float64Array.from(rows, ({ many }) => (many === true ? POSITIVE_OF_MANY : TRAINING.positive)),
      features: keys.length,
      classes: labels.length,
    },
    TRAINING,
  );
  const stride = labels.length + SPARE_COLUMNS;
  return pack({
    labels: labels.map((name) => ({
      name,
      ...namedRows(rows.filter((row) => row.label === name)),
      masked: false,
    })),
    row_count: rows.length,
    table,
    idf,
    stride,
    ...quantize(linear, stride),
    bias: linear.bias,
    anchors: chooseAnchors(
      vectors
        .map((vector, at) => ({ column: targets[at] as number, vector }))
        .sort((one, other) => one.column - other.column),
    ),
  });
}

/** Every n-gram of an example, and of the many rows those that several hold; in order of first occurrence, with its inverse frequency. */
function countFeatures(rows: readonly RouteRow[], all: readonly Features[]): { keys: Uint32Array; idf: Float32Array } {
  const { keys, counts } = countKeys(all.map((each) => each.keys));
  const examples = all.filter((_, at) => rows[at]?.many !== true);
  const ofExamples = new Set(countKeys(examples.map((each) => each.keys)).keys);
  const kept = [...keys.keys()].filter(
    (at) => (counts[at] as number) >= LEAST_OF_MANY || ofExamples.has(keys[at] ?? 0),
  );
  return {
    keys: Uint32Array.from(kept, (at) => keys[at] as number),
    idf: Float32Array.from(kept, (at) => inverseFrequency(all.length, counts[at] as number)),
  };
}
