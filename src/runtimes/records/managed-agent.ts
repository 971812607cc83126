import { findAgent, insertAgent, reviseAgent } from '../../store/agents.js';
import type { Tx } from '../../store/tx.js';
import { type Agent, managedAgentId } from '../agent.js';
import type { Channel } from '../channel.js';

interface Stamp {
  readonly at: string;
  readonly by: string;
}

/** Made once, in the transaction that stores its channel. One that a person edited or deleted is left as it is. */
export async function makeManagedAgent(tx: Tx, channel: Channel, stamp: Stamp): Promise<void> {
  const agent = managedAgent(channel);
  if ((await findAgent(tx, agent.id)) !== null) return;
  await insertAgent(tx, { ...rowOf(agent), runtime_id: channel.runtimeId, ...stamp });
}

/** As long as nobody edited it, it is what its channel says. */
export async function followChannel(tx: Tx, channel: Channel, stamp: Stamp): Promise<void> {
  const agent = managedAgent(channel);
  const row = await findAgent(tx, agent.id);
  if (row === null || row.managed === 0 || row.deleted_at !== null || row.channel_id !== channel.id) return;
  if (row.body !== rowOf(agent).body) await reviseAgent(tx, { ...rowOf(agent), ...stamp });
}

function managedAgent({ id, label, models: [first] }: Channel): Agent {
  const modelId = first?.id ?? 'default';
  return { id: managedAgentId(id), name: label, description: '', channelId: id, modelId, tags: [], managed: true };
}

function rowOf(agent: Agent) {
  return { id: agent.id, channel_id: agent.channelId, body: JSON.stringify(agent), managed: 1 };
}
