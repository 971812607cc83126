import { faultPoint } from '../faults/fault-point.js';
import { type Collected, collectEnded, readEnded } from '../jobs/collect.js';
import { recordDispatch } from '../jobs/record-dispatch.js';
import { composeReply } from '../reply/compose.js';
import { markReported } from '../store/jobs.js';
import { checkLease, releaseLease } from '../store/lease.js';
import { closeRound } from '../store/rounds.js';
import { appendTrack } from '../store/track.js';
import { untold } from './completions.js';
import { fold } from './fold.js';
import type { House, Turn } from './house.js';
import { offeredBy } from './offer.js';
import type { StepOutcome } from './outcome.js';

export interface Closed {
  readonly reply: string;
  /** What was filled in just before the reply. */
  readonly collected: readonly Collected[];
  /** The jobs whose completion this reply was the first to mention. */
  readonly told: readonly string[];
}

/**
 * Ends the round in one transaction: the job it started is given its supervisor's name, what ended meanwhile is filled in, the reply composed from facts and stored, the completions it
 * mentions marked as told, old rounds folded, the lease given back.
 */
export async function close(house: House, turn: Turn, outcome: StepOutcome): Promise<Closed> {
  faultPoint('round.before-close');
  const ended = await readEnded(house.jobs, turn.environment_id);
  const closed = await house.store.write(async (tx) => {
    const now = house.now();
    const key = { environment_id: turn.environment_id, round_id: turn.round_id };
    await checkLease(tx, turn.lease, now);
    const { run_id, launched } = outcome;
    if (run_id !== null && launched !== null) await recordDispatch(tx, run_id, launched, now);
    const collected = ended.size === 0 ? [] : await collectEnded(house.jobs, tx, key, now, ended);
    const completed = await untold(tx, turn.environment_id);
    const reply = composeReply(
      {
        main: outcome.main,
        completed,
        interrupted: turn.interrupted,
        superseded_question: outcome.superseded ?? turn.expired_question,
      },
      turn.language,
    );
    const offered = offeredBy(outcome.main);
    const offer = offered.length === 0 ? {} : { offered };
    await appendTrack(
      tx,
      { ...key, task_id: outcome.task_id },
      { agent: 'reply', event: 'compose', reply, ...offer },
      now,
    );
    await closeRound(tx, key, { reply, now });
    const told = completed.map(({ run_id }) => run_id);
    await markReported(tx, told, now);
    await fold(tx, house, turn.environment_id, now);
    await releaseLease(tx, turn.lease);
    return { reply, collected, told };
  });
  faultPoint('round.closed');
  return closed;
}
