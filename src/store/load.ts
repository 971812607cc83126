import type { Environment } from '../environment/types.js';
import { summaryOf } from './assemble.js';
import { UNFOLDED_ROUNDS } from './by-index.js';
import { environmentById } from './environments.js';
import { withTasks } from './rounds.js';
import { fieldsOf } from './row-json.js';
import type { Tx } from './tx.js';

export interface LoadOptions {
  /** Only the newest N unfolded rounds, and as many of the newest summaries; all when absent. */
  last?: number;
  track: boolean;
}

/** Unfolded rounds and summaries, oldest first. */
export async function loadEnvironment(tx: Tx, environment_id: number, options: LoadOptions): Promise<Environment> {
  const limit = options.last ?? -1;
  const row = await environmentById(tx, environment_id);
  const newest = await tx
    .selectFrom(UNFOLDED_ROUNDS)
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('folded_into', 'is', null)
    .orderBy('round_id', 'desc')
    .limit(limit)
    .execute();
  const summaries = await tx
    .selectFrom('summaries')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .orderBy('summary_id', 'desc')
    .limit(limit)
    .execute();
  return {
    ...fieldsOf(row.extra),
    rounds: await withTasks(tx, newest.toReversed(), options),
    cur_round: Math.max(newest[0]?.round_id ?? 0, row.round_base),
    updated_at: row.updated_at,
    history_summaries: summaries.reverse().map(summaryOf),
    history_meta_summary: row.history_meta_summary,
  };
}
