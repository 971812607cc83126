import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_MODEL } from '../../src/config/defaults.js';
import { managedAgentId } from '../../src/runtimes/agent.js';
import { type AgentCall, callAgent } from '../../src/runtimes/call-agent.js';
import { CATALOG, type RuntimeId } from '../../src/runtimes/catalog.js';
import type { RuntimeEvent } from '../../src/runtimes/events.js';
import type { Invocation, InvocationResult } from '../../src/runtimes/invocation.js';
import { addChannel } from '../../src/runtimes/records/channels.js';
import { openRuntimes } from '../../src/runtimes/room.js';
import { openStore } from '../../src/store/open.js';
import { workspace } from '../harness/workspace.js';
import { type ModelServer, modelServer } from '../models/server/server.js';
import { channelTo } from './pointed.js';

export interface RealRoom {
  readonly server: ModelServer;
  readonly workDir: string;
  /** Starts the back-end on a prompt. */
  start(prompt: string, more?: Partial<AgentCall>): Promise<Invocation>;
  /** Runs it to its end, until nothing of it is left. */
  run(prompt: string, more?: Partial<AgentCall>): Promise<InvocationResult & { readonly events: RuntimeEvent[] }>;
}

const LIMITS = { wallMs: 150_000, idleMs: 120_000 };

/** A home, a state folder, a work folder and a model server of its own; a saved channel and its managed agent; gone after `work`. */
export async function realRoom(
  runtimeId: RuntimeId,
  purpose: 'answer' | 'tool',
  work: (room: RealRoom) => Promise<void>,
): Promise<void> {
  const folder = await workspace();
  const [home, workDir, stateDir, temporary] = ['home', 'work', 'state', 'tmp'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [home, workDir, stateDir, temporary]) await mkdir(path);
  const server = await modelServer();
  const store = await openStore(join(stateDir, 'state.db'));
  const room = openRuntimes({ store, state_dir: stateDir, model: DEFAULT_MODEL, now: () => new Date() });
  const env = environmentIn(home, temporary, runtimeId);
  const start = (prompt: string, more: Partial<AgentCall> = {}): Promise<Invocation> =>
    callAgent(room, {
      agentId: managedAgentId(`real-${runtimeId}`),
      prompt,
      surface: 'task',
      workDir,
      limits: LIMITS,
      env,
      ...more,
    });
  try {
    await addChannel(room.records, channelTo(server.origin, runtimeId, purpose));
    await work({
      server,
      workDir,
      start,
      async run(prompt, more = {}) {
        const events: RuntimeEvent[] = [];
        const invocation = await start(prompt, { ...more, onEvent: (event) => events.push(event) });
        const result = await invocation.result;
        await invocation.gone;
        return { ...result, events };
      },
    });
  } finally {
    await room.runtimes.shutdown();
    await store.close();
    await server.close();
  }
}

/** Nothing of the user's: an empty home, every place for state in it. */
function environmentIn(home: string, temporary: string, runtimeId: RuntimeId): NodeJS.ProcessEnv {
  const { override } = CATALOG[runtimeId];
  return {
    PATH: process.env.PATH,
    ER_TEST_MARK: process.env.ER_TEST_MARK,
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: temporary,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    ...(override !== null && process.env[override] !== undefined && { [override]: process.env[override] }),
  };
}
