import type { Summary } from '../environment/types.js';
import { oneOfRounds } from './keys.js';
import { storedFields } from './row-json.js';
import type { Tx } from './tx.js';

/** Writes one history summary. `summary` may carry unknown fields. */
export async function insertSummary(tx: Tx, environment_id: number, summary: Summary): Promise<void> {
  const { summary_id, round_start, round_end, round_count, summary: text, created_at, ...unknown } = summary;
  await tx
    .insertInto('summaries')
    .values({
      environment_id,
      summary_id,
      round_start,
      round_end,
      round_count,
      summary: text,
      created_at,
      extra: storedFields(unknown),
    })
    .execute();
}

/**
 * Stores the summary and takes its rounds out of the unfolded ones; they stay readable one by one. `round_ids` may leave out protected
 * rounds within the summary's range.
 */
export async function foldRounds(
  tx: Tx,
  environment_id: number,
  summary: Summary,
  round_ids: readonly number[],
): Promise<void> {
  await insertSummary(tx, environment_id, summary);
  await tx
    .updateTable('rounds')
    .set({ folded_into: summary.summary_id })
    .where('environment_id', '=', environment_id)
    .where(oneOfRounds(round_ids))
    .execute();
}

export async function setMetaSummary(tx: Tx, environment_id: number, text: string): Promise<void> {
  await tx.updateTable('environments').set({ history_meta_summary: text }).where('id', '=', environment_id).execute();
}
