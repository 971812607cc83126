import { languageOf } from '../environment/language.js';
import { faultPoint } from '../faults/fault-point.js';
import { openRound as insertRound } from '../store/rounds.js';
import type { House, RoundRequest, Turn } from './house.js';
import { closeInterrupted } from './interrupted.js';
import { withAcquiredLease } from './lease.js';
import { expireQuestion } from './question-end.js';
import { checkEnvironmentName, checkInput } from './request.js';

/** Takes the Environment, closes what a dead process left open, and stores the new round: one transaction. */
export async function open(house: House, request: RoundRequest, run_dir: string): Promise<Turn> {
  const input = checkInput(request.input);
  const environment = checkEnvironmentName(request.environment);
  const language = request.language ?? languageOf(input, house.locale);
  const turn = await withAcquiredLease(house.store, environment, house.lease, house.now, async (tx, lease) => {
    const { environment_id, owner } = lease;
    const now = house.now();
    const interrupted = await closeInterrupted(tx, { environment_id, owner, language, now });
    const round_id = await insertRound(tx, environment_id, input, now, owner);
    const expired_question = await expireQuestion(tx, environment_id, round_id, now);
    return { request, input, language, environment_id, round_id, lease, run_dir, interrupted, expired_question };
  });
  faultPoint('round.opened');
  return turn;
}
