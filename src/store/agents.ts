import type { Selectable } from 'kysely';
import type { AgentRevisionRow, AgentRow } from './runtime-schema.js';
import type { Tx } from './tx.js';

export type StoredAgent = Selectable<AgentRow>;
export type StoredRevision = Selectable<AgentRevisionRow>;

/** What an edit makes. */
export type AgentEdit = Pick<StoredAgent, 'id' | 'channel_id' | 'body' | 'managed'> & { at: string; by: string };

/** At revision 1. */
export async function insertAgent(tx: Tx, { at, by, ...agent }: AgentEdit & { runtime_id: string }): Promise<void> {
  await tx
    .insertInto('agents')
    .values({ ...agent, revision: 1, created_at: at, updated_at: at, deleted_at: null })
    .execute();
  await insertRevision(tx, { agent_id: agent.id, revision: 1, body: agent.body, at, by });
}

/** Stores the next revision and returns its number. */
export async function reviseAgent(tx: Tx, { id, at, by, ...agent }: AgentEdit): Promise<number> {
  const { revision } = await tx
    .updateTable('agents')
    .set((row) => ({ ...agent, updated_at: at, revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await insertRevision(tx, { agent_id: id, revision, body: agent.body, at, by });
  return revision;
}

async function insertRevision(tx: Tx, revision: StoredRevision): Promise<void> {
  await tx.insertInto('agent_revisions').values(revision).execute();
}

/** Deleted ones are found, too. */
export async function findAgent(tx: Tx, id: string): Promise<StoredAgent | null> {
  return (await tx.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Those that are not deleted, by id; of one channel, or of all. */
export async function liveAgents(tx: Tx, channel_id?: string): Promise<StoredAgent[]> {
  const live = tx.selectFrom('agents').selectAll().where('deleted_at', 'is', null).orderBy('id');
  return await (channel_id === undefined ? live : live.where('channel_id', '=', channel_id)).execute();
}

export async function agentIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('agents').select('id').where('deleted_at', 'is', null).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Oldest first. */
export async function revisionsOf(tx: Tx, agent_id: string): Promise<StoredRevision[]> {
  return await tx
    .selectFrom('agent_revisions')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .orderBy('revision')
    .execute();
}

export async function markAgentDeleted(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('agents').set({ deleted_at: at, updated_at: at }).where('id', '=', id).execute();
}
