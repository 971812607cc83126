import type { ActionCandidate } from '../policy/action-candidates.js';
import { type ActionVector, SCORE_TERMS, scoreTerms } from '../policy/action-facts.js';
import { blocksOf, noneOf, probabilities, termsOf, utilityOf } from '../policy/action-model.js';
import { BLOCK_AT, BLOCKS, WEIGHED } from '../policy/action-space.js';
import { addRows } from '../policy/add-rows.js';
import { seededRandom, shuffle } from '../policy/shuffle.js';

/** One decision to learn from: its features, what could be done, and what is right. */
export interface Lesson {
  readonly vector: ActionVector;
  readonly candidates: readonly ActionCandidate[];
  /** Null: none of them is right. */
  readonly target: number | null;
  readonly weight: number;
  /** Which of FOLDS its template belongs to; null: learnt from in every one. */
  readonly fold: number | null;
}

export interface SftOptions {
  readonly epochs: number;
  /** The result is the mean of the weights after the last so many epochs. */
  readonly averaged: number;
  readonly rate: number;
  /** Pull of every weight towards 0. */
  readonly ridge: number;
  readonly seed: number;
}

export interface Parameters {
  /** [row][block]. */
  readonly rows: Float32Array;
  /** [weighed][term]. */
  readonly terms: Float32Array;
}

/**
 * Maximum likelihood over the finite action space, by stochastic gradient descent with steps that shrink from epoch to epoch. The order is a fixed
 * shuffle: the same lessons give the same bits. (A step size per weight, as in AdaGrad, overrates n-grams seen once: two points worse on held-out rows.)
 */
export function supervise(lessons: readonly Lesson[], rowCount: number, options: SftOptions): Parameters {
  const blocks = BLOCKS.length;
  const rows = new Float32Array(rowCount * blocks);
  const terms = new Float32Array(WEIGHED.length * SCORE_TERMS.length);
  const order = Int32Array.from(lessons.keys());
  const random = seededRandom(options.seed);
  const sums = new Float64Array(blocks);
  const pull = new Float64Array(blocks);
  const mean = { rows: new Float64Array(rows.length), terms: new Float64Array(terms.length) };
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffle(order, random);
    const rate = options.rate * (1 - (0.9 * epoch) / options.epochs);
    for (const at of order) {
      const { vector, candidates, target, weight } = lessons[at] as Lesson;
      sums.fill(0);
      addRows(vector.rows, vector.values, rows, sums);
      const utilities = candidates.map((candidate) => utilityOf(candidate, sums, terms));
      const shares = probabilities([...utilities, noneOf(sums)], 1);
      pull.fill(0);
      pull[BLOCK_AT.none] = weight * ((shares[candidates.length] as number) - (target === null ? 1 : 0));
      for (let each = 0; each < candidates.length; each += 1) {
        const candidate = candidates[each] as ActionCandidate;
        const error = weight * ((shares[each] as number) - (each === target ? 1 : 0));
        for (const block of blocksOf(candidate)) pull[block] = (pull[block] as number) + error;
        if (candidate.kind === 'observe') continue;
        const own = scoreTerms(candidate);
        for (const base of termsOf(candidate)) {
          for (let term = 0; term < own.length; term += 1) {
            step(terms, base + term, error * (own[term] as number), rate, options.ridge);
          }
        }
      }
      for (let row = 0; row < vector.rows.length; row += 1) {
        const base = (vector.rows[row] as number) * blocks;
        const value = vector.values[row] as number;
        for (let block = 0; block < blocks; block += 1) {
          const error = pull[block] as number;
          if (error !== 0) step(rows, base + block, error * value, rate, options.ridge);
        }
      }
    }
    if (epoch < options.epochs - options.averaged) continue;
    addTo(mean.rows, rows, 1 / options.averaged);
    addTo(mean.terms, terms, 1 / options.averaged);
  }
  return { rows: Float32Array.from(mean.rows), terms: Float32Array.from(mean.terms) };
}

function addTo(sums: Float64Array, values: Float32Array, factor: number): void {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) + factor * (values[at] as number);
}

function step(weights: Float32Array, at: number, slope: number, rate: number, ridge: number): void {
  const weight = weights[at] as number;
  weights[at] = weight - rate * (slope + ridge * weight);
}
