import type { LearnerOptions } from './learner.js';
import { seededRandom, shuffle } from './shuffle.js';
import type { SparseVector } from './vectors.js';

export interface ColumnProblem {
  /** The class's own rows first. */
  readonly vectors: readonly SparseVector[];
  readonly own: number;
  readonly costs: Float64Array;
  readonly features: number;
}

export interface Column {
  /** [feature]. */
  readonly weights: Float32Array;
  readonly bias: number;
}

/**
 * What `learn` learns of one class, bit for bit. It runs once in a process, before loops are compiled, so that it is written for one class:
 * one number where the other keeps a vector of them.
 */
export function learnColumn({ vectors, own, costs, features }: ColumnProblem, options: LearnerOptions): Column {
  const weights = new Float32Array(features);
  const duals = new Float32Array(vectors.length);
  const squares = Float64Array.from(vectors, squareOf);
  const bias = new Float32Array(1);
  const order = Int32Array.from(vectors.keys());
  const random = seededRandom(options.seed);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffle(order, random);
    for (let at = 0; at < order.length; at += 1) {
      const row = order[at] as number;
      const { rows, values } = vectors[row] as SparseVector;
      const sign = row < own ? 1 : -1;
      const damping = 0.5 / (options.c * (costs[row] as number) * (row < own ? options.positive : 1));
      const before = duals[row] as number;
      const gradient = sign * dot(rows, values, weights, bias[0] as number) - 1 + damping * before;
      if (before === 0 && gradient >= 0) continue;
      const after = Math.max(0, before - gradient / ((squares[row] as number) + damping));
      duals[row] = after;
      const step = sign * (after - before);
      add(rows, values, step, weights);
      bias[0] = (bias[0] as number) + step;
    }
  }
  return { weights, bias: bias[0] as number };
}

/** The bias is the weight of a constant feature 1. */
function squareOf({ values }: SparseVector): number {
  let sum = 1;
  for (let at = 0; at < values.length; at += 1) sum += (values[at] as number) * (values[at] as number);
  return sum;
}

function dot(rows: Int32Array, values: Float64Array, weights: Float32Array, start: number): number {
  let sum = start;
  for (let at = 0; at < rows.length; at += 1) sum += (values[at] as number) * (weights[rows[at] as number] as number);
  return sum;
}

function add(rows: Int32Array, values: Float64Array, step: number, weights: Float32Array): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    weights[row] = (weights[row] as number) + (values[at] as number) * step;
  }
}
