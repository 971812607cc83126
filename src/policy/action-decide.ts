import { factsOf } from './action-facts.js';
import type { ActionPolicy } from './action-file.js';
import { type ActionInput, probabilities, type ScoredAction, scoreActions } from './action-model.js';
import { textHash } from './text-hash.js';

export interface Ranked extends ScoredAction {
  /** Calibrated probability, 0..1, that this is the right action. */
  readonly probability: number;
}

/** Every applicable action, most probable first; equals in the order of `candidatesOf`. Their probabilities and that of none of them add up to 1. */
export function rankActions(
  { weights, calibration }: ActionPolicy,
  input: ActionInput,
  vector = factsOf(input),
): Ranked[] {
  const { actions, none } = scoreActions(weights, input, vector);
  const shares = probabilities([...actions.map(({ utility }) => utility), none], calibration.temperature);
  return actions
    .map(({ candidate, utility }, at) => ({ candidate, utility, probability: shares[at] as number }))
    .sort((one, other) => Math.sign(other.utility - one.utility));
}

/** The confidence an action needs to be taken without asking, for a request of this text. */
export function thresholdFor(
  { candidate }: ScoredAction,
  text: string,
  policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>,
): number {
  const { calibration, plain_cancels } = policy;
  if (candidate.kind === 'observe') return calibration.answer_threshold;
  if (candidate.type === 'cancel') {
    return plain_cancels.includes(textHash(text)) ? calibration.threshold : calibration.cancel_threshold;
  }
  return candidate.scored === 'type' ? calibration.threshold : calibration.answer_threshold;
}
