import { type ActionPolicy, CALIBRATION } from '../policy/action-file.js';
import { isText, mapOf, objectOf, type Shape, wholeWithin, within } from '../policy/meta-shape.js';
import type { Evaluation } from './evaluate.js';

/** What is kept beside a policy's weights, as `<id>.json`. */
export interface PolicyRecord {
  /** The first 16 digits of the weights' hash: the name of the file. */
  id: string;
  stage: string;
  parent: string | null;
  seed: number;
  /** sha256 of the whole file. */
  weights: string;
  /** sha256 of each file it was trained on. */
  data: Record<string, string>;
  calibration: ActionPolicy['calibration'];
  metrics: Record<string, PolicyMetrics>;
}

/** An evaluation without its rows and times: what the same data give on every machine. */
export type PolicyMetrics = Pick<
  Evaluation,
  'count' | 'kind_accuracy' | 'target_accuracy' | 'exact_accuracy' | 'asked' | 'false_cancels' | 'per_bucket'
>;

const COUNT = wholeWithin(0, Number.MAX_SAFE_INTEGER);
const SHARE = within(0, 1);

const METRICS = objectOf({
  count: COUNT,
  kind_accuracy: SHARE,
  target_accuracy: SHARE,
  exact_accuracy: SHARE,
  asked: COUNT,
  false_cancels: COUNT,
  per_bucket: mapOf(objectOf({ count: COUNT, target_accuracy: SHARE })),
});

/** Of the record of the policy `id`. */
export const recordShape = (id: string): Shape =>
  objectOf({
    id: (value) => value === id,
    stage: isText,
    parent: (parent) => parent === null || isText(parent),
    seed: (seed) => typeof seed === 'number',
    weights: isText,
    data: mapOf(isText),
    calibration: CALIBRATION,
    metrics: mapOf(METRICS),
  });

const ID_DIGITS = 16;

export const shortId = (policy: Pick<ActionPolicy, 'id'>): string => policy.id.slice(0, ID_DIGITS);

export function policyRecord(policy: ActionPolicy, evaluated: Record<string, Evaluation>): PolicyRecord {
  const { stage, parent, seed, data } = policy.provenance;
  return {
    id: shortId(policy),
    stage,
    parent,
    seed,
    weights: policy.id,
    data: { ...data },
    calibration: policy.calibration,
    metrics: Object.fromEntries(Object.entries(evaluated).map(([name, each]) => [name, metricsOf(each)])),
  };
}

export function metricsOf(evaluation: Evaluation): PolicyMetrics {
  const { count, kind_accuracy, target_accuracy, exact_accuracy, asked, false_cancels, per_bucket } = evaluation;
  return { count, kind_accuracy, target_accuracy, exact_accuracy, asked, false_cancels, per_bucket };
}
