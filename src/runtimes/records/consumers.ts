import { usesOfAgent, usesOfChannel } from '../../store/agent-uses.js';
import type { Tx } from '../../store/tx.js';

/** Something that needs an agent or a channel to be there. */
export interface Consumer {
  readonly kind: 'agent' | 'session' | 'invocation' | 'executor' | 'package' | 'evaluation';
  /** As a person finds it: an id, `runtime.executor_agent`, a package's name. */
  readonly name: string;
}

/** A consumer outside of the database that names an agent: the configuration, a package, an evaluation. */
export interface Binding {
  readonly agentId: string;
  readonly consumer: Consumer;
}

/** Everything that needs the agent: what names it outside of the database, then its sessions and running invocations. */
export async function consumersOfAgent(tx: Tx, id: string, bindings: readonly Binding[]): Promise<Consumer[]> {
  const { sessions, invocations } = await usesOfAgent(tx, id);
  return [...boundTo(id, bindings), ...named('session', sessions), ...named('invocation', invocations)];
}

/**
 * Everything that needs the channel: its agents, its sessions and running invocations, and what names an agent that would go with it.
 * The agent that was made with it and never edited is no consumer: it goes, too.
 */
export async function consumersOfChannel(tx: Tx, id: string, bindings: readonly Binding[]): Promise<Consumer[]> {
  const { agents, managed, sessions, invocations } = await usesOfChannel(tx, id);
  return [
    ...named('agent', agents),
    ...managed.flatMap((agent) => boundTo(agent, bindings)),
    ...named('session', sessions),
    ...named('invocation', invocations),
  ];
}

function boundTo(id: string, bindings: readonly Binding[]): Consumer[] {
  return bindings.filter(({ agentId }) => agentId === id).map(({ consumer }) => consumer);
}

function named(kind: Consumer['kind'], names: readonly string[]): Consumer[] {
  return names.map((name) => ({ kind, name }));
}
