import { dirname } from 'node:path';
import type { AgentFaces } from './app-agents-interface.js';
import type { Config } from './config/config.js';
import { managedAgentId } from './runtimes/agent.js';
import type { Binding } from './runtimes/records/consumers.js';
import { AgentUnknownError, ChannelUnknownError } from './runtimes/records/errors.js';
import type { RuntimesRoom } from './runtimes/room.js';
import type { Wiring } from './wiring.js';

/** Where calls come from. */
export interface AgentPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
}

const LISTED = 50;

/** What the app offers of external agents. Their code is loaded with the first call; looking stores nothing. */
export function agentFaces(wiring: Wiring, { cwd, env, now }: AgentPlace): AgentFaces {
  const existing = async (): Promise<RuntimesRoom | null> =>
    (await wiring.existingHouse()) === null ? null : await wiring.agents();
  /** Those who tell what became of calls, and those who make some, first end what dead processes left pending or running. */
  let recovering: Promise<unknown> | null = null;
  const settled = async (room: RuntimesRoom): Promise<RuntimesRoom> => {
    const { recover } = await import('./runtimes/recover.js');
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
    const [{ answerApproval }, { ApprovalUnknownError }, { approvalShown }, room] = await Promise.all([
      import('./runtimes/approvals/answer.js'),
      import('./runtimes/approvals/errors.js'),
      import('./runtimes/shown/approvals.js'),
      existingSettled(),
    ]);
    if (room === null) throw new ApprovalUnknownError(id);
    const { store } = room.records;
    const row = await answerApproval({ store, env, now }, id, decision);
    return await store.read((tx) => approvalShown(tx, row, now()));
  };
  const records = () => import('./runtimes/records/channels.js');
  const agentRecords = () => import('./runtimes/records/agents.js');

  return {
    runtimes: async () => {
      const { listRuntimes } = await import('./runtimes/shown/runtimes.js');
      const channels =
        (await existing()) === null ? [] : await (await records()).listChannels((await wiring.agents()).records);
      return await listRuntimes(await wiring.registry(), channels, env);
    },
    channels: {
      list: async () => {
        const room = await existing();
        return room === null ? [] : await (await records()).listChannels(room.records);
      },
      show: async (id) => (await records()).showChannel((await withChannel(id)).records, id),
      add: async (given) => (await records()).addChannel((await wiring.agents()).records, given),
      edit: async (id, patch) => (await records()).editChannel((await withChannel(id)).records, id, patch),
      test: async (id, { signal } = {}) => {
        const { testChannel } = await import('./runtimes/test-channel.js');
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
        await (await records()).removeChannel(room.records, id, how === 'alone' ? [kept, ...bound] : bound);
      },
      import: async (runtime) => {
        const { importChannels } = await import('./runtimes/records/import/import-channels.js');
        return await importChannels((await wiring.agents()).records, runtime, { env });
      },
    },
    agents: {
      list: async () => {
        const room = await existing();
        return room === null ? [] : await (await agentRecords()).listAgents(room.records);
      },
      show: async (id) => {
        const room = await withAgent(id);
        const { agentRevisions, showAgent } = await agentRecords();
        const [shown, revisions] = [await showAgent(room.records, id), await agentRevisions(room.records, id)];
        return { ...shown, revisions };
      },
      add: async (given) => (await agentRecords()).addAgent((await wiring.agents()).records, given),
      edit: async (id, patch) => (await agentRecords()).editAgent((await withAgent(id)).records, id, patch),
      remove: async (id) =>
        (await agentRecords()).removeAgent((await withAgent(id)).records, id, await bindings(wiring)),
    },
    invoke: async (request) => {
      const { invokeAgent } = await import('./app-invoke.js');
      return await invokeAgent(await settled(await wiring.agents()), request, { cwd, env });
    },
    invocations: {
      list: async (limit = LISTED) => {
        const { listInvocations } = await import('./runtimes/shown/invocations.js');
        const room = await existingSettled();
        return room === null ? [] : await listInvocations(room.records.store, limit);
      },
      show: async (id) => {
        const { InvocationUnknownError, showInvocation } = await import('./runtimes/shown/invocations.js');
        const room = await existingSettled();
        if (room === null) throw new InvocationUnknownError(id);
        const { store } = room.records;
        return await showInvocation(store, dirname(store.file), id, now());
      },
      async *events(id) {
        const { eventLines, InvocationUnknownError } = await import('./runtimes/shown/invocations.js');
        const room = await existing();
        if (room === null) throw new InvocationUnknownError(id);
        yield* eventLines(room.records.store, id);
      },
    },
    sessions: {
      list: async (limit = LISTED) => {
        const { listSessions } = await import('./runtimes/shown/sessions.js');
        const room = await existingSettled();
        return room === null ? [] : await listSessions(room.records.store, limit);
      },
      delete: async (id, runtime) => {
        const [{ deleteSession }, { SessionUnknownError }] = await Promise.all([
          import('./runtimes/delete-session.js'),
          import('./runtimes/find-conversation.js'),
        ]);
        const room = await existingSettled();
        if (room === null) throw new SessionUnknownError(id, runtime ?? '–');
        return await deleteSession(room, id, runtime, { env });
      },
    },
    approvals: {
      list: async (which = 'waiting') => {
        const { listApprovals } = await import('./runtimes/shown/approvals.js');
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
