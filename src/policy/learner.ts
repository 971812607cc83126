import { addRows } from './add-rows.js';
import { seededRandom, shuffle } from './shuffle.js';
import type { SparseVector } from './vectors.js';

export interface Problem {
  readonly vectors: readonly SparseVector[];
  /** The class of each vector, or -1: an example of none of the classes learnt. */
  readonly targets: Int32Array;
  readonly costs: Float64Array;
  /** How much more an error of a row's own class costs. */
  readonly positives: Float64Array;
  readonly features: number;
  readonly classes: number;
}

export interface LearnerOptions {
  readonly c: number;
  /** Cost of a class's own rows against that of the others. */
  readonly positive: number;
  readonly epochs: number;
  readonly seed: number;
}

export interface Linear {
  /** [feature][class], row by row. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/**
 * One-vs-rest support vector machines with squared hinge loss, all classes at once, by dual coordinate descent (Hsieh et al., "A dual coordinate
 * descent method for large-scale linear SVM", ICML 2008, algorithm 1 with U = ∞ and D = 1/2C). The bias is the weight of a constant feature 1.
 * One pass over a row scores every class over contiguous weights, then corrects only the classes whose constraint the row violates.
 */
export function learn(problem: Problem, options: LearnerOptions): Linear {
  const { vectors, features, classes } = problem;
  const learning: Learning = {
    problem,
    options,
    weights: new Float32Array(features * classes),
    bias: new Float32Array(classes),
    dual: new Float32Array(vectors.length * classes),
    scores: new Float64Array(classes),
    steps: new Float64Array(classes),
    moved: new Int32Array(classes),
    squares: Float64Array.from(vectors, ({ values }) => values.reduce((sum, value) => sum + value * value, 1)),
  };
  const order = Int32Array.from(vectors.keys());
  const random = seededRandom(options.seed);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffle(order, random);
    for (let at = 0; at < order.length; at += 1) {
      const row = order[at] as number;
      const vector = vectors[row] as SparseVector;
      learning.scores.set(learning.bias);
      addRows(vector.rows, vector.values, learning.weights, learning.scores);
      const count = correct(learning, row);
      if (count > 0) move(learning, vector, count);
    }
  }
  return { weights: learning.weights, bias: learning.bias };
}

interface Learning extends Linear {
  readonly problem: Problem;
  readonly options: LearnerOptions;
  /** [row][class]: how hard each row holds each plane. */
  readonly dual: Float32Array;
  /** Squared length of each row, bias feature included. */
  readonly squares: Float64Array;
  /** Of the row at hand: its scores, and the steps of the classes that move. */
  readonly scores: Float64Array;
  readonly steps: Float64Array;
  readonly moved: Int32Array;
}

/** One step of coordinate descent on each class; leaves the changes in `steps` and `moved` and returns how many there are. */
function correct(learning: Learning, row: number): number {
  const { problem, options, dual, scores, steps, moved } = learning;
  const target = problem.targets[row];
  const cost = options.c * (problem.costs[row] as number);
  const ownCost = cost * (problem.positives[row] as number);
  const square = learning.squares[row] as number;
  const base = row * problem.classes;
  let count = 0;
  for (let own = 0; own < scores.length; own += 1) {
    const sign = own === target ? 1 : -1;
    const damping = 0.5 / (own === target ? ownCost : cost);
    const before = dual[base + own] as number;
    const gradient = sign * (scores[own] as number) - 1 + damping * before;
    if (before === 0 && gradient >= 0) continue;
    const after = Math.max(0, before - gradient / (square + damping));
    dual[base + own] = after;
    steps[count] = sign * (after - before);
    moved[count] = own;
    count += 1;
  }
  return count;
}

function move({ weights, bias, steps, moved }: Learning, { rows, values }: SparseVector, count: number): void {
  const classes = bias.length;
  for (let at = 0; at < rows.length; at += 1) {
    const base = (rows[at] as number) * classes;
    const value = values[at] as number;
    for (let step = 0; step < count; step += 1) {
      const weight = base + (moved[step] as number);
      weights[weight] = (weights[weight] as number) + value * (steps[step] as number);
    }
  }
  for (let step = 0; step < count; step += 1) {
    const own = moved[step] as number;
    bias[own] = (bias[own] as number) + (steps[step] as number);
  }
}
