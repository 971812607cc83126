import { faultPoint } from '../faults/fault-point.js';
import { type Collected, collectEnded, readEnded } from '../jobs/collect.js';
import { checkLease } from '../store/lease.js';
import type { House, Turn } from './house.js';

/** Fills in what ended since the last look. Files are read before the transaction; nothing ended, nothing written. */
export async function collect(house: House, turn: Turn): Promise<Collected[]> {
  const ended = await readEnded(house.jobs, turn.environment_id);
  const collected =
    ended.size === 0
      ? []
      : await house.store.write(async (tx) => {
          await checkLease(tx, turn.lease, house.now(), house.lease.ttl_ms);
          return await collectEnded(house.jobs, tx, turn, house.now(), ended);
        });
  faultPoint('round.collected');
  return collected;
}
