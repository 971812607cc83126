import type { Insertable } from 'kysely';
import type { Schema } from '../schema.js';
import type { Tx } from '../tx.js';

const BATCH = 50;

/** Many rows in few statements; whole batches share one prepared statement. */
export async function insertInBatches<Table extends 'rounds' | 'tasks' | 'track' | 'summaries'>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx
      .insertInto(table)
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}
