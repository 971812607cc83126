import type { AgentFaces } from './app-agents-interface.js';

/** The same faces, whose code is loaded by the first call: most commands never call one. */
export function agentFacesLater(load: () => Promise<AgentFaces>): AgentFaces {
  return {
    runtimes: async () => await (await load()).runtimes(),
    channels: {
      list: async () => await (await load()).channels.list(),
      show: async (id) => await (await load()).channels.show(id),
      add: async (given) => await (await load()).channels.add(given),
      edit: async (id, patch) => await (await load()).channels.edit(id, patch),
      test: async (id, options) => await (await load()).channels.test(id, options),
      remove: async (id, how) => await (await load()).channels.remove(id, how),
      import: async (runtime) => await (await load()).channels.import(runtime),
    },
    agents: {
      list: async () => await (await load()).agents.list(),
      show: async (id) => await (await load()).agents.show(id),
      add: async (given) => await (await load()).agents.add(given),
      edit: async (id, patch) => await (await load()).agents.edit(id, patch),
      remove: async (id) => await (await load()).agents.remove(id),
    },
    invoke: async (request) => await (await load()).invoke(request),
    invocations: {
      list: async (limit) => await (await load()).invocations.list(limit),
      show: async (id) => await (await load()).invocations.show(id),
      async *events(id) {
        yield* (await load()).invocations.events(id);
      },
    },
    sessions: {
      list: async (limit) => await (await load()).sessions.list(limit),
      delete: async (id, runtime) => await (await load()).sessions.delete(id, runtime),
    },
    approvals: {
      list: async (which) => await (await load()).approvals.list(which),
      approve: async (id) => await (await load()).approvals.approve(id),
      deny: async (id) => await (await load()).approvals.deny(id),
    },
  };
}
