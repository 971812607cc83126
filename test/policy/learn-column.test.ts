import { describe, expect, it } from 'vitest';
import { featuresOf } from '../../src/policy/features.js';
import { buildKeyTable } from '../../src/policy/key-table.js';
import { learnColumn } from '../../src/policy/learn-column.js';
import { learn } from '../../src/policy/learner.js';
import { COLUMN_TRAINING } from '../../src/policy/training-constants.js';
import { vectorize } from '../../src/policy/vectors.js';
import { syntheticRows } from './synthetic-rows.js';

describe('one column', () => {
  it('is what the learner of many classes learns of one', () => {
    const rows = syntheticRows();
    const features = rows.map(({ text }) => featuresOf(text));
    const keys = Uint32Array.from(new Set(features.flatMap((each) => [...each.keys])));
    const space = { table: buildKeyTable(keys), idf: new Float32Array(keys.length).fill(1), unknown_idf: 1 };
    const vectors = features.map((each) => vectorize(each, space));
    const own = Math.floor(rows.length / 3);
    const costs = Float64Array.from(rows, (_, at) => (at % 3 === 0 ? 2 : 1));
    const targets = Int32Array.from(rows, (_, at) => (at < own ? 0 : -1));
    const positives = new Float64Array(vectors.length).fill(COLUMN_TRAINING.positive);
    const many = learn({ vectors, targets, costs, positives, features: keys.length, classes: 1 }, COLUMN_TRAINING);
    const one = learnColumn({ vectors, own, costs, features: keys.length }, COLUMN_TRAINING);
    expect(one.weights).toEqual(many.weights);
    expect(one.bias).toBe(many.bias[0]);
  });
});
