import type { TrackEvent } from '../environment/types.js';
import { insertDecision } from '../store/decisions.js';
import { checkLease } from '../store/lease.js';
import { insertTask, type NewTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import type { Tx } from '../store/tx.js';
import type { House, MadeDecision, Turn } from './house.js';
import { endQuestion, type QuestionEnd } from './question-end.js';

/** One step of a round: the decisions, the task they led to with its track, and what becomes of the open question. */
export interface Step {
  readonly made: readonly MadeDecision[];
  readonly task: NewTask;
  readonly events: readonly TrackEvent[];
  /** Null: the question, if there is one, stays open. */
  readonly ends: QuestionEnd | null;
}

/**
 * Stores one step. `also` joins the same transaction (a job's intent, a question). Returns the task_id. Throws LeaseLostError, writing
 * nothing, where the Environment has passed to somebody else.
 */
export async function update(
  house: House,
  turn: Turn,
  step: Step,
  also: (tx: Tx, task_id: number) => Promise<void> = async () => {},
): Promise<number> {
  return await house.store.write(async (tx) => {
    await checkLease(tx, turn.lease, house.now(), house.lease.ttl_ms);
    const task_id = await storeStep(tx, house, turn, step);
    await also(tx, task_id);
    return task_id;
  });
}

/** The same inside a transaction that the caller holds. */
export async function storeStep(tx: Tx, house: House, turn: Turn, { made, task, events, ends }: Step): Promise<number> {
  const { environment_id, round_id } = turn;
  const key = { environment_id, round_id };
  const now = house.now();
  for (const each of made) await insertDecision(tx, { ...key, ...asRow(each, now) });
  const task_id = await insertTask(tx, key, task);
  await appendTrack(tx, { ...key, task_id }, events, now);
  if (ends !== null) await endQuestion(tx, environment_id, ends, { round_id, task_id }, now);
  return task_id;
}

function asRow({ step, decision, state_hash, ms }: MadeDecision, now: Date) {
  const { outcome, policy, policy_version, confidence, threshold, candidates } = decision;
  const action = outcome.ok ? outcome.action : { failed_gate: outcome.layer, message: outcome.message };
  return {
    step,
    policy,
    policy_version,
    confidence,
    threshold,
    candidates,
    action,
    state_hash,
    ms,
    at: now.toISOString(),
  };
}
