import { type ActionCandidate, applicableRoutes, candidatesOf, type Observed } from './action-candidates.js';
import { FACTS, factValues, SCORE_TERMS, scoreTerms } from './action-facts.js';
import type { Scene } from './action-scene.js';
import { BLOCK_AT, BLOCKS, SCORED } from './action-space.js';
import { addRows } from './add-rows.js';
import { exponential } from './exponential.js';
import { extract } from './features.js';
import { findRow, type KeyTable } from './key-table.js';
import type { RouteScores } from './score.js';

/** The n-grams the model knows, and the facts: what its rows of weights belong to. */
export interface ActionVocabulary {
  readonly table: KeyTable;
  /** Weight of each n-gram. */
  readonly idf: Float32Array;
}

export interface ActionWeights extends ActionVocabulary {
  /** [row][block], n-grams first, then FACTS; the weight is scale[row] × rows[row]. */
  readonly rows: Int8Array;
  readonly scale: Float32Array;
  /** [scored][term]. */
  readonly terms: Float32Array;
}

export interface ActionInput {
  readonly text: string;
  readonly scene: Scene;
  readonly observed: readonly Observed[];
  /** Those applicable (`applicableRoutes`), best first. */
  readonly routes: RouteScores;
}

export function actionInput(
  text: string,
  scene: Scene,
  observed: readonly Observed[],
  { routes, unknown_mass }: RouteScores,
): ActionInput {
  return { text, scene, observed, routes: { routes: applicableRoutes(scene, routes), unknown_mass } };
}

/** A decision's features, shared by all candidates. */
export interface ActionVector {
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** How much the words weigh against the facts, as the norm of their part of the vector. */
const WORDS_NORM = 2;

/** `drop(key)`: n-grams to be treated as never seen (blinded copies in training). */
export function vectorOf(
  { text, scene, observed, routes }: ActionInput,
  { table, idf }: ActionVocabulary,
  drop: (key: number) => boolean = () => false,
): ActionVector {
  const { tokens, keys, values } = extract(text);
  const rows = new Int32Array(keys.length + FACTS.length);
  const factors = new Float64Array(keys.length + FACTS.length);
  let known = 0;
  let square = 0;
  let unknown = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    const row = drop(key) ? -1 : findRow(table, key);
    const value = (values[at] as number) * (row < 0 ? 1 : (idf[row] as number));
    square += value * value;
    if (row < 0) {
      unknown += value * value;
      continue;
    }
    rows[known] = row;
    factors[known] = value;
    known += 1;
  }
  const norm = WORDS_NORM / (Math.sqrt(square) || 1);
  for (let at = 0; at < known; at += 1) factors[at] = (factors[at] as number) * norm;
  const unknown_words = square === 0 ? 1 : unknown / square;
  const facts = factValues({ scene, observed, routes, tokens: tokens.length, unknown_words });
  let size = known;
  for (let fact = 0; fact < facts.length; fact += 1) {
    if (facts[fact] === 0) continue;
    rows[size] = idf.length + fact;
    factors[size] = facts[fact] as number;
    size += 1;
  }
  return { rows: rows.subarray(0, size), values: factors.subarray(0, size) };
}

export interface ScoredAction {
  readonly candidate: ActionCandidate;
  /** Unnormalised log-probability. */
  readonly utility: number;
}

/** Every applicable action with its utility, in the order of `candidatesOf`. */
export function scoreActions(
  weights: ActionWeights,
  input: ActionInput,
  vector = vectorOf(input, weights),
): ScoredAction[] {
  const sums = new Float64Array(BLOCKS.length);
  const factors = vector.values.map((value, at) => value * (weights.scale[vector.rows[at] as number] as number));
  addRows(vector.rows, factors, weights.rows, sums);
  return candidatesOf(input.scene, input.routes.routes, input.observed).map((candidate) => ({
    candidate,
    utility: utilityOf(candidate, sums, weights.terms),
  }));
}

export function utilityOf(candidate: ActionCandidate, sums: Float64Array, terms: Float32Array): number {
  let utility = 0;
  for (const block of blocksOf(candidate)) utility += sums[block] as number;
  if (candidate.kind === 'observe') return utility;
  const base = SCORED.indexOf(candidate.scored) * SCORE_TERMS.length;
  const own = scoreTerms(candidate);
  for (let term = 0; term < own.length; term += 1) utility += (own[term] as number) * (terms[base + term] as number);
  return utility;
}

/** The blocks whose sums make up a candidate's utility. */
export function blocksOf(candidate: ActionCandidate): number[] {
  if (candidate.kind === 'observe') return [BLOCK_AT[candidate.tool]];
  return [BLOCK_AT[candidate.scored], ...candidate.relations.map((relation) => BLOCK_AT[relation])];
}

/** Softmax of utilities divided by a temperature. */
export function probabilities(utilities: readonly number[], temperature: number): Float64Array {
  const most = Math.max(...utilities);
  const shares = Float64Array.from(utilities, (utility) => exponential((utility - most) / temperature));
  let sum = 0;
  for (const share of shares) sum += share;
  return shares.map((share) => share / sum);
}
