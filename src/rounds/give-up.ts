import { ProductError } from '../errors/product-error.js';
import { saidBy } from '../errors/said-by.js';
import { wordsOf } from '../reply/words.js';
import { checkLease, LeaseLostError, releaseLease } from '../store/lease.js';
import type { House, Turn } from './house.js';
import { closeUndone } from './undone.js';

/**
 * Ends a round that an error has ended, so that it is not found open later, and frees the Environment. Where the lease was lost nothing
 * is written. Never throws: the error that led here is the one to tell.
 */
export async function giveUp(house: House, turn: Turn, error: unknown): Promise<void> {
  if (error instanceof LeaseLostError) return;
  const reason = error instanceof ProductError ? error.code : 'INTERNAL';
  const detail = saidBy(error)[turn.language];
  const reply = wordsOf(turn.language).failed(house.settings.default_task_type, reason, detail);
  await house.store
    .write(async (tx) => {
      const now = house.now();
      await checkLease(tx, turn.lease, now);
      await closeUndone(tx, turn, { reason, detail, halfway: detail, reply: () => reply }, now);
      await releaseLease(tx, turn.lease);
    })
    .catch(() => undefined);
}
