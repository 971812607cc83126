import type { Summary } from '../environment/types.js';
import { summaryOf } from './assemble.js';
import type { Tx } from './tx.js';

/** The newest summaries, oldest first. */
export async function newestSummaries(tx: Tx, environment_id: number, limit: number): Promise<Summary[]> {
  const rows = await tx
    .selectFrom('summaries')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .orderBy('summary_id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(summaryOf);
}

/** Deletes summaries up to and including `summary_id`: the meta summary speaks for them, and their rounds stay. */
export async function dropSummaries(tx: Tx, environment_id: number, summary_id: number): Promise<void> {
  await tx
    .deleteFrom('summaries')
    .where('environment_id', '=', environment_id)
    .where('summary_id', '<=', summary_id)
    .execute();
}
