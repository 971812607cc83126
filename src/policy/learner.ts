import { seededRandom, shuffle } from './shuffle.js';
import type { Vector } from './vectors.js';

export interface Problem {
  readonly vectors: readonly Vector[];
  /** The class of each vector, or -1: an example of none of the classes learnt. */
  readonly targets: Int32Array;
  readonly costs: Float64Array;
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
 * One pass over a row scores every class over contiguous weights and then corrects only the classes whose constraint it violates.
 */
export function learn(problem: Problem, options: LearnerOptions): Linear {
  const { vectors, targets, costs, features, classes } = problem;
  const weights = new Float32Array(features * classes);
  const bias = new Float32Array(classes);
  const dual = new Float32Array(vectors.length * classes);
  const scores = new Float64Array(classes);
  const steps = new Float64Array(classes);
  const moved = new Int32Array(classes);
  const squares = vectors.map(({ values }) => values.reduce((sum, value) => sum + value * value, 1));
  const order = Int32Array.from(vectors.keys());
  const random = seededRandom(options.seed);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffle(order, random);
    for (const row of order) {
      const vector = vectors[row] as Vector;
      scoreAll(vector, weights, bias, scores);
      const target = targets[row] as number;
      const base = row * classes;
      const cost = options.c * (costs[row] as number);
      let count = 0;
      for (let own = 0; own < classes; own += 1) {
        const sign = own === target ? 1 : -1;
        const damping = 0.5 / (own === target ? cost * options.positive : cost);
        const before = dual[base + own] as number;
        const gradient = sign * (scores[own] as number) - 1 + damping * before;
        if (before === 0 && gradient >= 0) continue;
        const after = Math.max(0, before - gradient / ((squares[row] as number) + damping));
        dual[base + own] = after;
        steps[count] = sign * (after - before);
        moved[count] = own;
        count += 1;
      }
      if (count > 0) moveAll(vector, weights, bias, steps, moved, count);
    }
  }
  return { weights, bias };
}

function scoreAll({ rows, values }: Vector, weights: Float32Array, bias: Float32Array, scores: Float64Array): void {
  const classes = scores.length;
  scores.set(bias);
  for (let at = 0; at < rows.length; at += 1) {
    const base = (rows[at] as number) * classes;
    const value = values[at] as number;
    for (let own = 0; own < classes; own += 1) {
      scores[own] = (scores[own] as number) + value * (weights[base + own] as number);
    }
  }
}

function moveAll(
  { rows, values }: Vector,
  weights: Float32Array,
  bias: Float32Array,
  steps: Float64Array,
  moved: Int32Array,
  count: number,
): void {
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
