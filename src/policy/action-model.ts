import { type ActionCandidate, applicableRoutes, candidatesOf, type Observed } from './action-candidates.js';
import { factsOf, SCORE_TERMS, scoreTerms } from './action-facts.js';
import type { Scene } from './action-scene.js';
import { BLOCK_AT, BLOCKS, WEIGHED } from './action-space.js';
import { addRows } from './add-rows.js';
import { exponential } from './exponential.js';
import type { RouteScores } from './score.js';

/** The words themselves are weighed by the route index alone, where they compete with those of every package; here only what they are read as. */
export interface ActionWeights {
  /** [fact][block]. */
  readonly rows: Float32Array;
  /** [weighed][term]. */
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
  scores: RouteScores,
): ActionInput {
  return { text, scene, observed, routes: { ...scores, routes: applicableRoutes(scene, scores.routes) } };
}

export interface ScoredAction {
  readonly candidate: ActionCandidate;
  /** Unnormalised log-probability. */
  readonly utility: number;
}

export interface ScoredActions {
  /** Every applicable action, in the order of `candidatesOf`. */
  readonly actions: readonly ScoredAction[];
  /** Utility of none of them: what it takes of the probability nobody gets, so that the request is asked about. */
  readonly none: number;
}

export function scoreActions(weights: ActionWeights, input: ActionInput, vector = factsOf(input)): ScoredActions {
  const sums = new Float64Array(BLOCKS.length);
  addRows(vector.rows, vector.values, weights.rows, sums);
  const actions = candidatesOf(input.scene, input.routes.routes, input.observed).map((candidate) => ({
    candidate,
    utility: utilityOf(candidate, sums, weights.terms),
  }));
  return { actions, none: noneOf(sums) };
}

export function noneOf(sums: Float64Array): number {
  return sums[BLOCK_AT.none] as number;
}

export function utilityOf(candidate: ActionCandidate, sums: Float64Array, terms: Float32Array): number {
  let utility = 0;
  for (const block of blocksOf(candidate)) utility += sums[block] as number;
  if (candidate.kind === 'observe') return utility;
  const own = scoreTerms(candidate);
  for (const base of termsOf(candidate)) {
    for (let term = 0; term < own.length; term += 1) utility += (own[term] as number) * (terms[base + term] as number);
  }
  return utility;
}

/** Where in `terms` the rows begin that weigh a candidate's own route score. */
export function termsOf(candidate: ActionCandidate): number[] {
  if (candidate.kind === 'observe') return [];
  const terms = [TERMS_AT[candidate.scored] as number];
  for (const relation of candidate.relations) terms.push(TERMS_AT[relation] as number);
  return terms;
}

const TERMS_AT = Object.fromEntries(WEIGHED.map((each, at) => [each, at * SCORE_TERMS.length]));

/** The blocks whose sums make up a candidate's utility. */
export function blocksOf(candidate: ActionCandidate): number[] {
  if (candidate.kind === 'observe') return [BLOCK_AT[candidate.tool]];
  const blocks = [BLOCK_AT[candidate.scored]];
  for (const relation of candidate.relations) blocks.push(BLOCK_AT[relation]);
  return blocks;
}

/** Softmax of utilities divided by a temperature. */
export function probabilities(utilities: readonly number[], temperature: number): Float64Array {
  const shares = Float64Array.from(utilities);
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < shares.length; at += 1) most = Math.max(most, shares[at] as number);
  let sum = 0;
  for (let at = 0; at < shares.length; at += 1) {
    shares[at] = exponential(((shares[at] as number) - most) / temperature);
    sum += shares[at] as number;
  }
  for (let at = 0; at < shares.length; at += 1) shares[at] = (shares[at] as number) / sum;
  return shares;
}
