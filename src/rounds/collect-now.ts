import { type Collected, collectEnded, readEnded } from '../jobs/collect.js';
import { tend } from '../jobs/tend.js';
import { findEnvironment, listEnvironments } from '../store/environments.js';
import { newestRound } from '../store/newest-round.js';
import type { House } from './house.js';
import { withMomentaryLease } from './lease.js';

/** Fills in everything of an Environment that has ended, into its newest round. The lease is held for that one transaction. */
export async function collectNow(house: House, environment: string): Promise<Collected[]> {
  await tend(house.jobs);
  const found = await house.store.read((tx) => findEnvironment(tx, environment));
  if (found === null) return [];
  const ended = await readEnded(house.jobs, found.id);
  if (ended.size === 0) return [];
  return await withMomentaryLease(house.store, environment, house.lease, house.now, async (tx) => {
    const round_id = await newestRound(tx, found.id);
    return await collectEnded(house.jobs, tx, { environment_id: found.id, round_id }, house.now(), ended);
  });
}

export async function collectEverywhere(house: House): Promise<Collected[]> {
  const collected: Collected[] = [];
  for (const { name } of await house.store.read((tx) => listEnvironments(tx))) {
    collected.push(...(await collectNow(house, name)));
  }
  return collected;
}
