import type { ActionCalibration } from '../policy/action-file.js';
import { probabilities, type ScoredAction } from '../policy/action-model.js';
import { targetName } from './cases.js';

/** A held-out decision and its right answer. */
export interface Trial {
  readonly scored: readonly ScoredAction[];
  readonly target: string;
  /** What it counts: a template of many rows counts no more than one of a few. */
  readonly weight: number;
  /** `row`: a protocol row; `foreign`: a request for a type never seen; `absent`: one whose type is not installed. */
  readonly kind: 'row' | 'foreign' | 'absent';
}

/** Of the rows decided without asking, at most this share may be wrong. */
const WRONG_AT_MOST = 0.05;
/** Of the requests whose type is not installed, at most this share may start another type. */
const STARTED_AT_MOST = 0.1;
const LEAST_THRESHOLD = 0.35;
const TEMPERATURES = Array.from({ length: 46 }, (_, at) => 0.5 + at * 0.1);

/**
 * Temperature: the likeliest in steps of 0.1. Threshold: the lowest confidence that keeps to `WRONG_AT_MOST` and `STARTED_AT_MOST`. Cancelling: half way
 * from the most confident false cancel to certainty.
 */
export function calibratePolicy(trials: readonly Trial[]): ActionCalibration {
  const scored = trials.map(({ scored: actions, target, kind, weight }) => {
    return {
      names: actions.map(({ candidate }) => targetName(candidate)),
      utilities: actions.map((action) => action.utility),
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
      const best = shares.indexOf(Math.max(...shares));
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
  const threshold = rounded(thresholdOf(taken));
  return {
    temperature: rounded(temperature),
    threshold,
    cancel_threshold: Math.max(threshold, rounded((1 + falseCancel) / 2)),
  };
}

function thresholdOf(
  taken: readonly { confidence: number; right: boolean; starts: boolean; kind: Trial['kind']; weight: number }[],
): number {
  const rows = taken.filter(({ kind }) => kind === 'row');
  const absent = taken.filter(({ kind }) => kind === 'absent');
  const within = (least: number) => {
    const decided = rows.filter(({ confidence }) => confidence >= least);
    const wrong = sumOf(decided.filter(({ right }) => !right));
    const started = absent.filter(({ confidence, starts }) => starts && confidence >= least).length;
    return wrong <= WRONG_AT_MOST * sumOf(decided) && started <= STARTED_AT_MOST * absent.length;
  };
  return Math.max(LEAST_THRESHOLD, taken.map(({ confidence }) => confidence).findLast(within) ?? 1);
}

function sumOf(trials: readonly { weight: number }[]): number {
  return trials.reduce((sum, { weight }) => sum + weight, 0);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
