import type { Tx } from './tx.js';

/** Ids of what in the database needs an agent. */
export interface AgentUses {
  sessions: string[];
  /** Pending ones. */
  invocations: string[];
}

export interface ChannelUses extends AgentUses {
  /** Live agents that were made or edited by a person. */
  agents: string[];
  /** Live ones that were made with the channel and never edited. */
  managed: string[];
}

export async function usesOfAgent(tx: Tx, agent_id: string): Promise<AgentUses> {
  return await uses(tx, 'agent_id', [agent_id]);
}

/** What an agent of it did on another channel counts, too: the agent goes with this one. */
export async function usesOfChannel(tx: Tx, channel_id: string): Promise<ChannelUses> {
  const live = await tx
    .selectFrom('agents')
    .select(['id', 'managed'])
    .where('channel_id', '=', channel_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const managed = live.filter((agent) => agent.managed === 1).map(({ id }) => id);
  const own = await uses(tx, 'channel_id', [channel_id]);
  const theirs = managed.length === 0 ? { sessions: [], invocations: [] } : await uses(tx, 'agent_id', managed);
  return {
    agents: live.filter((agent) => agent.managed === 0).map(({ id }) => id),
    managed,
    sessions: together(own.sessions, theirs.sessions),
    invocations: together(own.invocations, theirs.invocations),
  };
}

async function uses(tx: Tx, column: 'agent_id' | 'channel_id', ids: readonly string[]): Promise<AgentUses> {
  const sessions = await tx
    .selectFrom('sessions')
    .select('session_id as id')
    .where(column, 'in', ids)
    .orderBy('session_id')
    .execute();
  const invocations = await tx
    .selectFrom('invocations')
    .select('id')
    .where(column, 'in', ids)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute();
  return { sessions: sessions.map(({ id }) => id), invocations: invocations.map(({ id }) => id) };
}

function together(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort();
}
