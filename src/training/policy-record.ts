import type { ActionPolicy } from '../policy/action-file.js';
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
