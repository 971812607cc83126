import { join } from 'node:path';
import { loadConfig } from '../../src/config/load-config.js';
import { callAgent } from '../../src/runtimes/call-agent.js';
import type { Invocation } from '../../src/runtimes/invocation.js';
import { addChannel } from '../../src/runtimes/records/channels.js';
import { openRuntimes } from '../../src/runtimes/room.js';
import { openStore } from '../../src/store/open.js';
import { put } from '../project.js';

/** A program that speaks as `codex exec --json` does and takes a second for it. */
const PAPER_AGENT = `#!/bin/sh
cat > /dev/null
echo '{"type":"thread.started","thread_id":"paper-'$$'"}'
echo '{"type":"turn.started"}'
sleep "\${PAPER_SECONDS:-1}"
echo '{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"Done."}}'
echo '{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":0,"output_tokens":2}}'
`;

export interface PaperRoom {
  /** The program, absolute. */
  readonly program: string;
  /** Calls it through everything that an agent is called through. */
  invoke(seconds: number): Promise<Invocation>;
  close(): Promise<void>;
}

/** A store with a channel whose back-end is the program. */
export async function paperRoom(dir: string): Promise<PaperRoom> {
  await put(dir, { 'paper-agent': PAPER_AGENT });
  const program = join(dir, 'paper-agent');
  const { model } = await loadConfig({ cwd: dir, env: {} });
  const store = await openStore(join(dir, 'state.db'));
  const room = openRuntimes({ store, state_dir: dir, model, now: () => new Date() });
  await addChannel(room.records, {
    id: 'paper',
    runtimeId: 'codex',
    label: 'Paper',
    models: [{ id: 'default', label: 'Default' }],
  });
  return {
    program,
    invoke: (seconds) =>
      callAgent(room, {
        agentId: 'runtime-agent:paper',
        prompt: 'Do it.',
        surface: 'task',
        workDir: dir,
        limits: { wallMs: 60_000, idleMs: 60_000 },
        env: { PATH: process.env.PATH, HOME: dir, CODEX_PATH: program, PAPER_SECONDS: String(seconds) },
      }),
    close: async () => {
      await room.runtimes.shutdown();
      await store.close();
    },
  };
}
