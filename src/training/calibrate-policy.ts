import type { ActionCalibration } from '../policy/action-file.js';
import { probabilities, type ScoredActions } from '../policy/action-model.js';
import { targetName } from './cases.js';

/** A held-out decision and its right answer. */
export interface Trial {
  readonly scored: ScoredActions;
  /** As `targetName` gives it; empty: none of the actions. */
  readonly target: string;
  /** What it counts: a template of many rows counts no more than one of a few. */
  readonly weight: number;
  /** `row`: a protocol row; `foreign`: a request for a type never seen; `absent`: one whose type is not installed. */
  readonly kind: 'row' | 'foreign' | 'absent';
}

/** Of the workflows started without asking, at most this share may be wrong. */
export const WRONG_AT_MOST = 0.06;
/** The same of what starts nothing: a wrong answer costs a sentence. */
export const WRONG_ANSWERS_AT_MOST = 0.07;
/** Of the requests whose type is not installed, at most this share may start another type. */
const STARTED_AT_MOST = 0.07;
/** Share of the way from certainty back to the most confident false cancel. */
const CANCEL_MARGIN = 0.1;
const LEAST_THRESHOLD = 0.35;
const TEMPERATURES = Array.from({ length: 46 }, (_, at) => 0.5 + at * 0.1);

/**
 * Temperature: the likeliest in steps of 0.1. Threshold: the lowest confidence that keeps to `WRONG_AT_MOST` and `STARTED_AT_MOST`; for what starts
 * nothing, to `WRONG_ANSWERS_AT_MOST`. Cancelling: nine tenths of the way from the most confident false cancel to certainty.
 */
export function calibratePolicy(trials: readonly Trial[]): ActionCalibration {
  const scored = trials.map(({ scored: { actions, none }, target, kind, weight }) => {
    return {
      names: [...actions.map(({ candidate }) => targetName(candidate)), NONE],
      utilities: [...actions.map(({ utility }) => utility), none],
      starts: actions.map(({ candidate }) => candidate.kind === 'generate_task' && candidate.scored === 'type'),
      target,
      kind,
      weight,
    };
  });
  let temperature = 1;
  let least = Number.POSITIVE_INFINITY;
  for (const tried of TEMPERATURES) {
    let loss = 0;
    for (const { names, utilities, target, weight } of scored) {
      const share = probabilities(utilities, tried)[names.indexOf(target)] ?? 0;
      loss -= weight * Math.log(Math.max(share, 1e-6));
    }
    if (loss < least) [least, temperature] = [loss, tried];
  }
  const taken = scored
    .map(({ names, utilities, starts, target, kind, weight }) => {
      const shares = probabilities(utilities, temperature);
      const best = shares.indexOf(Math.max(...shares.subarray(0, -1)));
      const right = names[best] === target;
      return {
        name: names[best] ?? '',
        confidence: shares[best] ?? 0,
        right,
        starts: starts[best] === true,
        kind,
        weight,
      };
    })
    .sort((one, other) => other.confidence - one.confidence);
  const falseCancel = taken.find(({ name, right }) => name === 'cancel' && !right)?.confidence ?? 0;
  const starting = taken.filter(({ starts }) => starts);
  const answering = taken.filter(({ name, starts }) => !starts && name !== 'cancel');
  const threshold = rounded(thresholdOf(starting, taken));
  return {
    temperature: rounded(temperature),
    threshold,
    answer_threshold: rounded(answerThresholdOf(answering)),
    cancel_threshold: Math.max(threshold, Math.ceil((1 - (1 - falseCancel) * CANCEL_MARGIN) * 100_000) / 100_000),
  };
}

/** What stands for none of the actions among their names. */
const NONE = '';

interface Taken {
  readonly confidence: number;
  readonly right: boolean;
  readonly weight: number;
  readonly kind: Trial['kind'];
}

/** For what starts a workflow: few wrong ones among the rows, and few started where the wanted type is not installed. */
function thresholdOf(starting: readonly Taken[], all: readonly Taken[]): number {
  const absent = weightOf(all.filter(({ kind }) => kind === 'absent'));
  const rows = { wrong: 0, all: 0 };
  let started = 0;
  return lowestWithin(starting, ({ kind, right, weight }) => {
    if (kind === 'absent') started += weight;
    if (kind === 'row') rows.all += weight;
    if (kind === 'row' && !right) rows.wrong += weight;
    return rows.wrong <= WRONG_AT_MOST * rows.all && started <= STARTED_AT_MOST * absent;
  });
}

/** For what starts nothing: few wrong ones. */
function answerThresholdOf(answering: readonly Taken[]): number {
  let [wrong, all] = [0, 0];
  return lowestWithin(answering, ({ right, weight }) => {
    all += weight;
    if (!right) wrong += weight;
    return wrong <= WRONG_ANSWERS_AT_MOST * all;
  });
}

/** The lowest confidence at which all that was taken so far is within bounds. `taken` is sorted, surest first; `add` counts one more. */
function lowestWithin(taken: readonly Taken[], add: (one: Taken) => boolean): number {
  let lowest = 1;
  taken.forEach((one, at) => {
    if (add(one) && taken[at + 1]?.confidence !== one.confidence) lowest = one.confidence;
  });
  return Math.max(LEAST_THRESHOLD, lowest);
}

function weightOf(taken: readonly Taken[]): number {
  return taken.reduce((sum, { weight }) => sum + weight, 0);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
