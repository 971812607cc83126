import { dirname } from 'node:path';
import type { AgentFaces } from './app-agents-interface.js';
import { invokeAgent } from './app-invoke.js';
import type { Config } from './config/config.js';
import { managedAgentId } from './runtimes/agent.js';
import { answerApproval } from './runtimes/approvals/answer.js';
import { ApprovalUnknownError } from './runtimes/approvals/errors.js';
import { deleteSession } from './runtimes/delete-session.js';
import { SessionUnknownError } from './runtimes/find-conversation.js';
import * as agents from './runtimes/records/agents.js';
import * as channels from './runtimes/records/channels.js';
import type { Binding } from './runtimes/records/consumers.js';
import { AgentUnknownError, ChannelUnknownError } from './runtimes/records/errors.js';
import { recover } from './runtimes/recover.js';
import type { RuntimesRoom } from './runtimes/room.js';
import { approvalShown, listApprovals } from './runtimes/shown/approvals.js';
import { eventLines, InvocationUnknownError, listInvocations, showInvocation } from './runtimes/shown/invocations.js';
import { listRuntimes } from './runtimes/shown/runtimes.js';
import { listSessions } from './runtimes/shown/sessions.js';
import { testChannel } from './runtimes/test-channel.js';
import type { Wiring } from './wiring.js';

/** Where calls come from. */
export interface AgentPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
}

const LISTED = 50;

/** What the app offers of external agents; looking stores nothing. */
export function agentFaces(wiring: Wiring, { cwd, env, now }: AgentPlace): AgentFaces {
  const existing = async (): Promise<RuntimesRoom | null> =>
    (await wiring.existingHouse()) === null ? null : await wiring.agents();
  /** Those who tell what became of calls, and those who make some, first end what dead processes left pending or running. */
  let recovering: Promise<unknown> | null = null;
  const settled = async (room: RuntimesRoom): Promise<RuntimesRoom> => {
    const { store } = room.records;
    recovering ??= recover(store, dirname(store.file));
    await recovering;
    return room;
  };
  const existingSettled = async (): Promise<RuntimesRoom | null> => {
    const room = await existing();
    return room === null ? null : await settled(room);
  };
  const withChannel = async (id: string): Promise<RuntimesRoom> => {
    const room = await existing();
    if (room === null) throw new ChannelUnknownError(id, []);
    return room;
  };
  const withAgent = async (id: string): Promise<RuntimesRoom> => {
    const room = await existing();
    if (room === null) throw new AgentUnknownError(id, []);
    return room;
  };
  const answer = async (id: string, decision: 'approved' | 'denied') => {
    const room = await existingSettled();
    if (room === null) throw new ApprovalUnknownError(id);
    const { store } = room.records;
    const row = await answerApproval({ store, env, now }, id, decision);
    return await store.read((tx) => approvalShown(tx, row, now()));
  };

  return {
    runtimes: async () => {
      const room = await existing();
      const known = room === null ? [] : await channels.listChannels(room.records);
      return await listRuntimes(await wiring.registry(), known, env);
    },
    channels: {
      list: async () => {
        const room = await existing();
        return room === null ? [] : await channels.listChannels(room.records);
      },
      show: async (id) => channels.showChannel((await withChannel(id)).records, id),
      add: async (given) => channels.addChannel((await wiring.agents()).records, given),
      edit: async (id, patch) => channels.editChannel((await withChannel(id)).records, id, patch),
      test: async (id, { signal } = {}) => {
        const result = await testChannel(await withChannel(id), id, {
          env,
          ...(signal === undefined ? {} : { signal }),
        });
        return {
          channel_id: id,
          outcome: result.status === 'completed' ? 'ok' : 'failed',
          invocation_id: result.invocationId,
          content: result.content,
          error: result.error,
        };
      },
      remove: async (id, how = 'alone') => {
        const room = await withChannel(id);
        const bound = await bindings(wiring);
        // Without a word about it, the agent that came with the channel is one of those that need it.
        const own = managedAgentId(id);
        const kept: Binding = { agentId: own, consumer: { kind: 'agent', name: `${own} (--with-managed)` } };
        await channels.removeChannel(room.records, id, how === 'alone' ? [kept, ...bound] : bound);
      },
      import: async (runtime) => {
        const { importChannels } = await import('./runtimes/records/import/import-channels.js');
        return await importChannels((await wiring.agents()).records, runtime, { env });
      },
    },
    agents: {
      list: async () => {
        const room = await existing();
        return room === null ? [] : await agents.listAgents(room.records);
      },
      show: async (id) => {
        const room = await withAgent(id);
        const [shown, revisions] = [
          await agents.showAgent(room.records, id),
          await agents.agentRevisions(room.records, id),
        ];
        return { ...shown, revisions };
      },
      add: async (given) => agents.addAgent((await wiring.agents()).records, given),
      edit: async (id, patch) => agents.editAgent((await withAgent(id)).records, id, patch),
      remove: async (id) => agents.removeAgent((await withAgent(id)).records, id, await bindings(wiring)),
    },
    invoke: async (request) => {
      return await invokeAgent(await settled(await wiring.agents()), request, { cwd, env });
    },
    invocations: {
      list: async (limit = LISTED) => {
        const room = await existingSettled();
        return room === null ? [] : await listInvocations(room.records.store, limit);
      },
      show: async (id) => {
        const room = await existingSettled();
        if (room === null) throw new InvocationUnknownError(id);
        const { store } = room.records;
        return await showInvocation(store, dirname(store.file), id, now());
      },
      async *events(id) {
        const room = await existing();
        if (room === null) throw new InvocationUnknownError(id);
        yield* eventLines(room.records.store, id);
      },
    },
    sessions: {
      list: async (limit = LISTED) => {
        const room = await existingSettled();
        return room === null ? [] : await listSessions(room.records.store, limit);
      },
      delete: async (id, runtime) => {
        const room = await existingSettled();
        if (room === null) throw new SessionUnknownError(id, runtime ?? '–');
        return await deleteSession(room, id, runtime, { env });
      },
    },
    approvals: {
      list: async (which = 'waiting') => {
        const room = await existingSettled();
        if (room === null) return [];
        return await listApprovals(room.records.store, which === 'all' ? { newest: LISTED } : 'waiting', now());
      },
      approve: (id) => answer(id, 'approved'),
      deny: (id) => answer(id, 'denied'),
    },
  };
}

/** Everything outside of the database that names an agent. */
async function bindings(wiring: Wiring): Promise<Binding[]> {
  const { packages } = await wiring.catalog();
  return [
    ...configured(wiring.config),
    ...packages.flatMap(({ agent, name }): Binding[] =>
      agent === null ? [] : [{ agentId: agent, consumer: { kind: 'package', name } }],
    ),
  ];
}

function configured({ runtime: { executor_agent } }: Config): Binding[] {
  if (executor_agent === null) return [];
  return [{ agentId: executor_agent, consumer: { kind: 'executor', name: 'runtime.executor_agent' } }];
}
