import { CATALOG, type RuntimeId } from '../../../src/runtimes/catalog.js';
import { fakeProgram } from '../player/fake-program.js';
import { type PlayerScript, player, type Step } from '../player/script.js';
import type { Backend } from './row.js';

/** A program that plays a script, where the runtime looks for its own. */
export function playing(runtimeId: RuntimeId, script: PlayerScript): Backend {
  return async (folder) => at(runtimeId, await player(folder, script));
}

/** A program that runs this body. */
export function running(runtimeId: RuntimeId, body: string): Backend {
  return async (folder) => at(runtimeId, (await fakeProgram(folder, body)).path);
}

function at(runtimeId: RuntimeId, program: string): Awaited<ReturnType<Backend>> {
  const { override } = CATALOG[runtimeId];
  return override === null ? { channel: { command: [program] } } : { env: { [override]: program } };
}

/** A line of JSON each. */
export function lines(...events: readonly unknown[]): Step {
  return { out: events.map((event) => `${JSON.stringify(event)}\n`).join('') };
}

/** An agent of the Agent Client Protocol up to its first prompt, then `steps`. */
export function agent(steps: readonly Step[], end: PlayerScript['end'] = { atEof: 0 }): PlayerScript {
  return {
    stdin: 'talk',
    steps: [...handshake(), { expect: 'session/new', id: 2 }, result(2, { sessionId: 's-1' }), PROMPTED, ...steps],
    answers: { 'session/set_mode': {} },
    end,
  };
}

/** An agent that refuses to load any session. */
export function forgetful(): PlayerScript {
  const error = { code: -32002, message: 'Resource not found: session' };
  return {
    stdin: 'talk',
    steps: [...handshake(), { expect: 'session/load', id: 2 }, { send: { jsonrpc: '2.0', id: 2, error } }],
    end: { atEof: 0 },
  };
}

export const SAYS_DONE: readonly Step[] = [
  {
    send: {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's-1',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'done' } },
      },
    },
  },
  result(3, { stopReason: 'end_turn' }),
];

export const SAYS_NO: readonly Step[] = [
  {
    send: {
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32603, message: 'Internal error', data: { details: '500 broken' } },
    },
  },
];

const PROMPTED: Step = { expect: 'session/prompt', id: 3 };

function handshake(): readonly Step[] {
  return [{ expect: 'initialize', id: 1 }, result(1, { protocolVersion: 1, agentCapabilities: { loadSession: true } })];
}

function result(id: number, value: unknown): Step {
  return { send: { jsonrpc: '2.0', id, result: value } };
}
