import * as z from 'zod/mini';
import { expected } from '../../config/expectation.js';
import * as rows from '../../store/agents.js';
import { findChannel } from '../../store/channels.js';
import type { Tx } from '../../store/tx.js';
import type { Agent } from '../agent.js';
import type { RuntimeId } from '../catalog.js';
import type { Channel } from '../channel.js';
import { type Binding, consumersOfAgent } from './consumers.js';
import {
  AgentExistsError,
  AgentInUseError,
  AgentInvalidError,
  AgentRequiredError,
  AgentUnknownError,
  type RecordProblem,
} from './errors.js';
import { fitsModel } from './model-of.js';
import { id, line, mapping, prose, readRecord } from './record-schema.js';
import type { Records } from './records.js';

/** A stored agent at its newest revision. As `--json` prints it. */
export interface AgentRecord {
  readonly agent: Agent;
  readonly runtime_id: RuntimeId;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface AgentRevision {
  readonly revision: number;
  readonly agent: Agent;
  readonly at: string;
  readonly by: string;
}

const tags = expected('a list', '列表');
const fields = {
  name: line(),
  description: z._default(prose(10_000), ''),
  instructions: z.exactOptional(
    prose(100_000).check(z.minLength(1, expected('a text that is not empty', '非空的文本'))),
  ),
  channelId: line(),
  modelId: line(),
  reasoningEffort: z.exactOptional(line(40)),
  tags: z._default(z.array(line(60), tags), []),
};
const newSchema = z.strictObject({ id, ...fields }, mapping);
/** The id of a managed agent is none that a person may choose. */
const editedSchema = z.strictObject({ id: line(), ...fields }, mapping);

/**
 * Stores an agent at revision 1. Throws AgentInvalidError (also where its channel, model or effort is not there) and AgentExistsError;
 * then nothing is stored.
 */
export async function addAgent(records: Records, given: unknown): Promise<AgentRecord> {
  const read = readRecord(newSchema, given);
  if ('problems' in read) throw new AgentInvalidError(read.problems);
  const agent: Agent = read.value;
  return await records.store.write(async (tx) => {
    const there = await rows.findAgent(tx, agent.id);
    if (there !== null) throw new AgentExistsError(agent.id, there.deleted_at === null ? 'live' : 'deleted');
    const channel = await fittingChannel(tx, agent, null);
    await rows.insertAgent(tx, { ...rowOf(agent), runtime_id: channel.runtimeId, ...stamp(records) });
    return recordOf(await requireAgent(tx, agent.id));
  });
}

/**
 * Changes the fields that `patch` names and stores that as the next revision; null takes a field away. What is edited is managed no
 * longer. A patch that changes nothing makes no revision. Throws AgentUnknownError, AgentInvalidError.
 */
export async function editAgent(records: Records, agentId: string, patch: unknown): Promise<AgentRecord> {
  return await records.store.write(async (tx) => {
    const stored = await requireAgent(tx, agentId);
    const { managed: _, ...before } = JSON.parse(stored.body) as Agent;
    const isPatch = typeof patch === 'object' && patch !== null && !Array.isArray(patch);
    const read = readRecord(editedSchema, isPatch ? { ...before, ...patch } : patch);
    if ('problems' in read) throw new AgentInvalidError(read.problems);
    const agent: Agent = read.value;
    if (agent.id !== agentId) throw new AgentInvalidError([{ path: 'id', message: FIXED }]);
    await fittingChannel(tx, agent, stored.runtime_id);
    if (!sameAgent(agent, before)) await rows.reviseAgent(tx, { ...rowOf(agent), ...stamp(records) });
    return recordOf(await requireAgent(tx, agentId));
  });
}

/**
 * Deletes an agent; what it did stays on record. Throws AgentUnknownError, and AgentInUseError with every consumer; `bindings`:
 * everything outside of the database that names an agent.
 */
export async function removeAgent(records: Records, agentId: string, bindings: readonly Binding[]): Promise<void> {
  await records.store.write(async (tx) => {
    await requireAgent(tx, agentId);
    const consumers = await consumersOfAgent(tx, agentId, bindings);
    if (consumers.length > 0) throw new AgentInUseError(agentId, consumers);
    await rows.markAgentDeleted(tx, agentId, records.now().toISOString());
  });
}

/** By id; of one channel, or all. */
export async function listAgents(records: Pick<Records, 'store'>, channelId?: string): Promise<AgentRecord[]> {
  const stored = await records.store.read((tx) => rows.liveAgents(tx, channelId));
  return stored.map(recordOf);
}

/**
 * The agent that somebody named. Throws AgentRequiredError where none was, AgentUnknownError where it is not there: no other one is
 * ever taken.
 */
export async function showAgent(records: Pick<Records, 'store'>, agentId: string | undefined): Promise<AgentRecord> {
  return recordOf(await records.store.read((tx) => requireAgent(tx, agentId)));
}

/** Oldest first. Throws AgentUnknownError. */
export async function agentRevisions(records: Pick<Records, 'store'>, agentId: string): Promise<AgentRevision[]> {
  const stored = await records.store.read(async (tx) => {
    await requireAgent(tx, agentId);
    return await rows.revisionsOf(tx, agentId);
  });
  return stored.map(({ revision, body, at, by }) => ({ revision, agent: JSON.parse(body) as Agent, at, by }));
}

async function requireAgent(tx: Tx, agentId: string | undefined): Promise<rows.StoredAgent> {
  if (agentId === undefined || agentId === '') throw new AgentRequiredError(await rows.agentIds(tx));
  const stored = await rows.findAgent(tx, agentId);
  if (stored !== null && stored.deleted_at === null) return stored;
  throw new AgentUnknownError(agentId, await rows.agentIds(tx), stored === null ? 'never' : 'deleted');
}

/** The channel that the agent names, if it can be what it says there. `runtime`: the one that it has to stay with. */
async function fittingChannel(tx: Tx, agent: Agent, runtime: string | null): Promise<Channel> {
  const row = await findChannel(tx, agent.channelId);
  if (row === null) throw new AgentInvalidError([{ path: 'channelId', message: NO_CHANNEL }]);
  const channel = JSON.parse(row.body) as Channel;
  const problems: RecordProblem[] = [];
  if (runtime !== null && channel.runtimeId !== runtime) {
    const message = {
      en: `is a channel of ${channel.runtimeId}; an agent of ${runtime} stays with that runtime`,
      zh: `是 ${channel.runtimeId} 的 channel；${runtime} 的 agent 不能更换运行时`,
    };
    problems.push({ path: 'channelId', message });
  }
  const unfit = fitsModel(agent, channel);
  if (unfit !== null) problems.push(unfit);
  if (problems.length > 0) throw new AgentInvalidError(problems);
  return channel;
}

const FIXED = { en: 'cannot be changed: add another agent', zh: '不能修改：请另建一个 agent' };
const NO_CHANNEL = { en: 'there is no such channel', zh: '没有这个 channel' };

function rowOf(agent: Agent) {
  return { id: agent.id, channel_id: agent.channelId, body: JSON.stringify(agent), managed: 0 };
}

function stamp({ now, by }: Records): { at: string; by: string } {
  return { at: now().toISOString(), by };
}

function sameAgent(one: Agent, other: Agent): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof Agent)[]);
  return [...names].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

function recordOf(row: rows.StoredAgent): AgentRecord {
  return {
    agent: JSON.parse(row.body) as Agent,
    runtime_id: row.runtime_id as RuntimeId,
    revision: row.revision,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
