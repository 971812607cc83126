import type { Observation } from '../controller/policy.js';
import { factsOf } from '../environment/facts.js';
import type { ContextLimits } from '../environment/limits.js';
import { buildControllerStateInput, type StateInput } from '../environment/state-input.js';
import type { Environment } from '../environment/types.js';
import type { ControllerAction } from '../protocol/action.js';

export const SPLITS = ['sft_train', 'sft_eval', 'holdout'] as const;
export type Split = (typeof SPLITS)[number];

/** One controller decision with its right answer: a line of `manual_protocol_v1/samples.jsonl`. Wire names. */
export interface Sample {
  sample_id: string;
  bucket_key: string;
  split: Split;
  user_input: string;
  /** A snapshot whose newest round is this request, without tasks. */
  environment: Environment;
  /** Already made this turn; absent: none. */
  observations?: Observation[];
  target_action: ControllerAction;
  /** What it counts in training, where that is less than 1. */
  weight?: number;
  [unknown: string]: unknown;
}

/** The state a policy sees: made by the very function inference uses. */
export function stateOf({ environment, user_input }: Sample, skillsIndex: string, limits: ContextLimits): StateInput {
  return buildControllerStateInput(environment, factsOf(environment), user_input, skillsIndex, limits);
}
