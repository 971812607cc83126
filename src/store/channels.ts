import type { Selectable } from 'kysely';
import type { ChannelRow } from './runtime-schema.js';
import type { Tx } from './tx.js';

export type StoredChannel = Selectable<ChannelRow>;

export async function insertChannel(
  tx: Tx,
  channel: Pick<StoredChannel, 'id' | 'runtime_id' | 'body' | 'secrets_file' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('channels')
    .values({
      ...channel,
      updated_at: channel.created_at,
      tested_at: null,
      test_invocation_id: null,
      test_outcome: null,
      last_run_at: null,
      last_run_status: null,
    })
    .execute();
}

export async function findChannel(tx: Tx, id: string): Promise<StoredChannel | null> {
  return (await tx.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** By id. */
export async function listChannels(tx: Tx): Promise<StoredChannel[]> {
  return await tx.selectFrom('channels').selectAll().orderBy('id').execute();
}

export async function channelIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('channels').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** A channel that says something else has not been tested. What ran, ran. */
export async function rewriteChannel(
  tx: Tx,
  id: string,
  edit: Pick<StoredChannel, 'body' | 'secrets_file' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ ...edit, tested_at: null, test_invocation_id: null, test_outcome: null })
    .where('id', '=', id)
    .execute();
}

/** The names of the files that channels have their values in. */
export async function secretsFiles(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('channels').select('secrets_file').where('secrets_file', 'is not', null).execute();
  return new Set(rows.flatMap(({ secrets_file }) => secrets_file ?? []));
}

export interface ChannelTest {
  /** `updated_at` of the channel that was tested: a test of what it said before says nothing of it. */
  tested_as: string;
  at: string;
  invocation_id: string;
  outcome: 'ok' | 'failed';
}

/** False where the channel was edited or removed meanwhile: nothing was noted. */
export async function noteChannelTest(tx: Tx, id: string, test: ChannelTest): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('channels')
    .set({ tested_at: test.at, test_invocation_id: test.invocation_id, test_outcome: test.outcome })
    .where('id', '=', id)
    .where('updated_at', '=', test.tested_as)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of an invocation other than a test: how its newest one ended. */
export async function noteChannelRun(tx: Tx, id: string, run: { at: string; status: string }): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ last_run_at: run.at, last_run_status: run.status })
    .where('id', '=', id)
    .where((row) => row.or([row('last_run_at', 'is', null), row('last_run_at', '<=', run.at)]))
    .execute();
}

/** With its deleted agents and those made with it. Everything that must be gone before is checked by the caller. */
export async function deleteChannel(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('agents').where('channel_id', '=', id).execute();
  await tx.deleteFrom('channels').where('id', '=', id).execute();
}
