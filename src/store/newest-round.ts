import type { Tx } from './tx.js';

/** The newest round_id; 0 before the first. */
export async function newestRound(tx: Tx, environment_id: number): Promise<number> {
  const row = await tx
    .selectFrom('rounds')
    .select('round_id')
    .where('environment_id', '=', environment_id)
    .orderBy('round_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.round_id ?? 0;
}
