import type { Round } from '../environment/types.js';
import { UNFOLDED_ROUNDS } from './by-index.js';
import { withTasks } from './rounds.js';
import type { Tx } from './tx.js';

/** Whether more than `count` rounds are unfolded. Costs `count`, whatever the age of the environment. */
export async function hasMoreUnfolded(tx: Tx, environment_id: number, count: number): Promise<boolean> {
  const row = await tx
    .selectFrom(UNFOLDED_ROUNDS)
    .select('round_id')
    .where('environment_id', '=', environment_id)
    .where('folded_into', 'is', null)
    .orderBy('round_id')
    .limit(1)
    .offset(count)
    .executeTakeFirst();
  return row !== undefined;
}

/** The oldest unfolded rounds, without track, oldest first. */
export async function oldestUnfolded(tx: Tx, environment_id: number, limit: number): Promise<Round[]> {
  const rows = await tx
    .selectFrom(UNFOLDED_ROUNDS)
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('folded_into', 'is', null)
    .orderBy('round_id')
    .limit(limit)
    .execute();
  return await withTasks(tx, rows, { track: false });
}
