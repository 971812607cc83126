import type { TrackEvent } from '../environment/types.js';
import { insertDecision } from '../store/decisions.js';
import { checkLease } from '../store/lease.js';
import { insertTask, type NewTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import type { Tx } from '../store/tx.js';
import type { House, MadeDecision, Turn } from './house.js';

/**
 * Stores one step of a round: the decisions, the task they led to and its track, together. `also` joins the same transaction
 * (a job's intent, a question). Returns the task_id. Throws LeaseLostError, writing nothing, where the Environment has passed to
 * somebody else.
 */
export async function update(
  house: House,
  turn: Turn,
  step: { made: readonly MadeDecision[]; task: NewTask; events: readonly TrackEvent[] },
  also: (tx: Tx, task_id: number) => Promise<void> = async () => {},
): Promise<number> {
  return await house.store.write(async (tx) => {
    await checkLease(tx, turn.lease, house.now(), house.lease.ttl_ms);
    return await storeStep(tx, house, turn, step, also);
  });
}

/** The same inside a transaction that the caller holds. */
export async function storeStep(
  tx: Tx,
  house: House,
  turn: Turn,
  { made, task, events }: { made: readonly MadeDecision[]; task: NewTask; events: readonly TrackEvent[] },
  also: (tx: Tx, task_id: number) => Promise<void> = async () => {},
): Promise<number> {
  const key = { environment_id: turn.environment_id, round_id: turn.round_id };
  for (const each of made) await insertDecision(tx, { ...key, ...asRow(each, house.now()) });
  const task_id = await insertTask(tx, key, task);
  await appendTrack(tx, { ...key, task_id }, events, house.now());
  await also(tx, task_id);
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
