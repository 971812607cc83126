import { DEFAULT_CONTEXT_LIMITS } from '../environment/limits.js';
import type { ActionCandidate, Observed } from '../policy/action-candidates.js';
import { type Scene, sceneOf } from '../policy/action-scene.js';
import type { ControllerAction } from '../protocol/action.js';
import { type Sample, stateOf } from './sample.js';

/** A sample as the policy sees it. */
export interface Case {
  readonly id: string;
  readonly bucket: string;
  readonly text: string;
  readonly scene: Scene;
  readonly observed: readonly Observed[];
  /** As `targetName` gives it. */
  readonly target: string;
  readonly fold: number | null;
  /** Of a row in training: rewordings of one idea share what a few would weigh. */
  readonly weight: number;
  /** The request says all: it means the same in any conversation. */
  readonly anywhere: boolean;
  /** The request names nothing: the type comes from the state. */
  readonly retries: boolean;
  /** What the words ask for, where the sample says so: the name of a type. */
  readonly says: string | null;
}

/** Rows of a template that weigh in full; more of them share that weight. */
const FULL_WEIGHT_ROWS = 8;

const ALONE = { siblings: 1, fold: null };

/** `siblings`: rows of the same template, this one included; `fold`: that template's, where there are folds. */
export function caseOf(sample: Sample, { siblings, fold }: { siblings: number; fold: number | null } = ALONE): Case {
  const { sample_id, bucket_key, user_input, observations = [], target_action, says, weight = 1 } = sample;
  const { ENVIRONMENT_JSON } = stateOf(sample, '', DEFAULT_CONTEXT_LIMITS);
  const names = bucket_key.startsWith('generate_');
  return {
    id: sample_id,
    bucket: bucket_key,
    text: user_input,
    scene: sceneOf(ENVIRONMENT_JSON),
    observed: observations.map(({ tool, ok }) => ({ tool, ok })),
    target: actionName(target_action),
    fold,
    weight: weight * Math.min(1, FULL_WEIGHT_ROWS / siblings),
    anywhere: names && observations.length === 0,
    retries: bucket_key === 'failed_retry_generate' || bucket_key === 'history_summary_generate',
    says: typeof says === 'string' ? says : null,
  };
}

/** `functest`, `status`, …, or `observe:tool`. */
export function actionName(action: ControllerAction): string {
  return action.action_kind === 'observe' ? `observe:${action.tool}` : action.task_type;
}

export function targetName(candidate: ActionCandidate): string {
  return candidate.kind === 'observe' ? `observe:${candidate.tool}` : candidate.type;
}
