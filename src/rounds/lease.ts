import { setTimeout as delay } from 'node:timers/promises';
import { ownerAlive } from '../processes/identity.js';
import { ensureEnvironment } from '../store/environments.js';
import { acquireLease, type Lease, releaseLease } from '../store/lease.js';
import type { Store } from '../store/open.js';
import type { Tx } from '../store/tx.js';
import { EnvironmentBusyError } from './errors.js';

export interface LeaseTerms {
  readonly owner: string;
  readonly ttl_ms: number;
  readonly wait_ms: number;
}

/**
 * Takes the Environment's lease and does `work` in the same transaction, waiting up to `wait_ms` for whoever holds it.
 * Throws EnvironmentBusyError, naming the holder, when the time is up.
 */
export async function withAcquiredLease<T>(
  store: Store,
  environment: string,
  terms: LeaseTerms,
  now: () => Date,
  work: (tx: Tx, lease: Lease) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  for (let attempt = 0; ; attempt++) {
    const answer = await store.write(async (tx) => {
      const { id } = await ensureEnvironment(tx, environment, now());
      const acquired = await acquireLease(tx, {
        environment_id: id,
        owner: terms.owner,
        now: now(),
        ttl_ms: terms.ttl_ms,
        isAlive: ownerAlive,
      });
      return acquired.held
        ? { done: true as const, value: await work(tx, acquired.lease) }
        : { done: false as const, ...acquired };
    });
    if (answer.done) return answer.value;
    const waited = performance.now() - started;
    if (waited >= terms.wait_ms) throw new EnvironmentBusyError(environment, answer.owner, answer.until, waited);
    await delay(Math.min(5 * 2 ** Math.min(attempt, 4), terms.wait_ms - waited));
  }
}

/** Does `work` under the lease for one transaction and gives it back in the same transaction. */
export async function withMomentaryLease<T>(
  store: Store,
  environment: string,
  terms: LeaseTerms,
  now: () => Date,
  work: (tx: Tx, lease: Lease) => Promise<T>,
): Promise<T> {
  return await withAcquiredLease(store, environment, terms, now, async (tx, lease) => {
    const value = await work(tx, lease);
    await releaseLease(tx, lease);
    return value;
  });
}
