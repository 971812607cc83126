import { LeaseLostError, releaseLease } from '../store/lease.js';
import { unfinishedRounds } from '../store/rounds.js';
import type { House, Turn } from './house.js';
import { withAcquiredLease } from './lease.js';

/** What was worked out meanwhile is worth waiting for. */
const RETAKE_WAIT_MS = 60_000;

/**
 * Does what takes long without holding the Environment, so that others are answered meanwhile; then takes it again for what follows.
 * Throws LeaseLostError where the round was closed, or the Environment deleted, in between: nothing more may be written then.
 */
export async function withoutLease<T>(house: House, turn: Turn, work: () => Promise<T>): Promise<T> {
  await house.store.write((tx) => releaseLease(tx, turn.lease));
  try {
    return await work();
  } finally {
    await retake(house, turn);
  }
}

async function retake(house: House, turn: Turn): Promise<void> {
  const terms = { ...house.lease, wait_ms: Math.max(house.lease.wait_ms, RETAKE_WAIT_MS) };
  turn.lease = await withAcquiredLease(house.store, turn.request.environment, terms, house.now, async (tx, lease) => {
    const open = await unfinishedRounds(tx, turn.environment_id);
    const ours =
      lease.environment_id === turn.environment_id && open.some(({ round_id }) => round_id === turn.round_id);
    if (!ours) throw new LeaseLostError(turn.lease);
    return lease;
  });
}
