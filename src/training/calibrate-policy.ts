import type { ActionCalibration } from '../policy/action-file.js';
import { type ActionInput, type ActionWeights, probabilities, scoreActions } from '../policy/action-model.js';
import { targetName } from './cases.js';

/** A held-out decision and its right answer. */
export interface Trial {
  readonly input: ActionInput;
  readonly target: string;
}

/** Of the decisions taken without asking, at most this share may be wrong on held-out rows. */
const WRONG_AT_MOST = 0.03;
const LEAST_THRESHOLD = 0.35;
const TEMPERATURES = Array.from({ length: 46 }, (_, at) => 0.5 + at * 0.1);

/**
 * Temperature: the likeliest in steps of 0.1. Threshold: the lowest confidence above which at most `WRONG_AT_MOST` is wrong. Cancelling: half way
 * from the most confident false cancel to certainty.
 */
export function calibratePolicy(weights: ActionWeights, trials: readonly Trial[]): ActionCalibration {
  const scored = trials.map(({ input, target }) => {
    const actions = scoreActions(weights, input);
    return {
      names: actions.map(({ candidate }) => targetName(candidate)),
      utilities: actions.map((action) => action.utility),
      target,
    };
  });
  let temperature = 1;
  let least = Number.POSITIVE_INFINITY;
  for (const tried of TEMPERATURES) {
    let loss = 0;
    for (const { names, utilities, target } of scored) {
      const share = probabilities(utilities, tried)[names.indexOf(target)] ?? 0;
      loss -= Math.log(Math.max(share, 1e-6));
    }
    if (loss < least) [least, temperature] = [loss, tried];
  }
  const taken = scored
    .map(({ names, utilities, target }) => {
      const shares = probabilities(utilities, temperature);
      const best = shares.indexOf(Math.max(...shares));
      return { name: names[best] ?? '', confidence: shares[best] ?? 0, right: names[best] === target };
    })
    .sort((one, other) => other.confidence - one.confidence);
  const falseCancel = taken.find(({ name, right }) => name === 'cancel' && !right)?.confidence ?? 0;
  const threshold = rounded(thresholdOf(taken));
  return {
    temperature: rounded(temperature),
    threshold,
    cancel_threshold: Math.max(threshold, rounded((1 + falseCancel) / 2)),
  };
}

function thresholdOf(taken: readonly { confidence: number; right: boolean }[]): number {
  let wrong = 0;
  let threshold = 1;
  for (const [at, { confidence, right }] of taken.entries()) {
    if (!right) wrong += 1;
    if (wrong <= WRONG_AT_MOST * (at + 1)) threshold = confidence;
  }
  return Math.max(LEAST_THRESHOLD, threshold);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
