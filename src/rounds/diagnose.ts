import { checkLease } from '../store/lease.js';
import { appendTrack } from '../store/track.js';
import type { House, Turn } from './house.js';
import type { StepOutcome } from './outcome.js';

/** Why a task failed, from the facts of its step; kept in its track. */
export async function diagnose(house: House, turn: Turn, { task_id, reason, task_result }: StepOutcome): Promise<void> {
  const analysis = [reason, task_result.split('\n')[0]].filter((part) => part !== null && part !== '').join(': ');
  await house.store.write(async (tx) => {
    await checkLease(tx, turn.lease, house.now(), house.lease.ttl_ms);
    const key = { environment_id: turn.environment_id, round_id: turn.round_id, task_id };
    await appendTrack(tx, key, { agent: 'diagnoser', event: 'analyze', analysis, return: analysis }, house.now());
  });
}
