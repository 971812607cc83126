import { type ActionCandidate, applicableRoutes, candidatesOf, type Observed } from './action-candidates.js';
import { SCORE_TERMS, scoreTerms } from './action-facts.js';
import type { Scene } from './action-scene.js';
import { BLOCK_AT, BLOCKS, SCORED } from './action-space.js';
import { type ActionReading, vectorOf } from './action-vector.js';
import { addRows } from './add-rows.js';
import { exponential } from './exponential.js';
import type { RouteScores } from './score.js';

export interface ActionWeights extends ActionReading {
  /** [row][block], in the order of `rowCount`; the weight is scale[row] × rows[row]. */
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
  const own = scoreTerms(candidate);
  for (const base of termRowsOf(candidate)) {
    for (let term = 0; term < own.length; term += 1) utility += (own[term] as number) * (terms[base + term] as number);
  }
  return utility;
}

/** Where the weights of a candidate's score terms begin, in `terms`; what more than one row says is added up. */
export function termRowsOf(candidate: ActionCandidate): number[] {
  if (candidate.kind === 'observe') return [];
  const rows = [SCORED.indexOf(candidate.scored)];
  if (candidate.relations.length > 0) rows.push(SCORED.indexOf('related'));
  return rows.map((row) => row * SCORE_TERMS.length);
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
