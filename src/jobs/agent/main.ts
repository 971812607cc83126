import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../../config/load-config.js';
import { ProductError } from '../../errors/product-error.js';
import { faultPoint } from '../../faults/fault-point.js';
import { callAgent } from '../../runtimes/call-agent.js';
import type { StopReason } from '../../runtimes/driver.js';
import type { RuntimeEvent } from '../../runtimes/events.js';
import type { Invocation } from '../../runtimes/invocation.js';
import { recover } from '../../runtimes/recover.js';
import { openRuntimes, type RuntimesRoom } from '../../runtimes/room.js';
import { findJob } from '../../store/jobs.js';
import { openStore, type Store } from '../../store/open.js';
import { appendTrack } from '../../store/track.js';
import { effectiveLimits, readCommand, type StoredInput } from '../command.js';
import { JOB_FILES, writeWhole } from '../files.js';
import { eventLines } from './event-lines.js';
import { type AgentJobResult, refusalOf, resultOf } from './result-of.js';

/** The job's supervisor counts the same limits; these hold where it is gone. */
const SLACK_MS = 30_000;

/**
 * `node agent.js STATE_FILE CONFIG_FILE|-`, behind a job's shim, input.json on stdin: calls the agent it names and writes down what comes
 * of it as any workflow would. On SIGTERM the back-end is stopped in its own way, and the invocation says why.
 */
async function main(): Promise<void> {
  const [state_file, config_file] = process.argv.slice(2);
  const directory = process.env.ER_JOB_DIR;
  if (state_file === undefined || directory === undefined) throw new Error('usage: agent STATE_FILE CONFIG_FILE|-');
  const asked = new Promise<void>((resolve) => process.once('SIGTERM', resolve));
  const input = JSON.parse(await text(process.stdin)) as StoredInput;
  const store = await openStore(state_file, { create: false });
  try {
    const { model } = await loadConfig({
      cwd: '/',
      env: process.env,
      ...(config_file === undefined || config_file === '-' ? {} : { config: config_file }),
    });
    const room = openRuntimes({ store, state_dir: dirname(store.file), model, now: () => new Date() });
    await recover(store, dirname(store.file));
    const result = await carryOut(room, input, directory, asked);
    faultPoint('agent.before-result');
    writeWhole(join(directory, JOB_FILES.result), `${JSON.stringify(result)}\n`);
    await room.runtimes.shutdown();
  } finally {
    await store.close();
  }
}

async function carryOut(
  room: RuntimesRoom,
  input: StoredInput,
  directory: string,
  asked: Promise<void>,
): Promise<AgentJobResult> {
  const { agent, run_id, environment } = input;
  if (agent === undefined) throw new Error('the input names no agent');
  const limits = effectiveLimits(readCommand(dirname(directory), run_id)?.limits ?? {});
  let invocation: Invocation;
  try {
    invocation = await callAgent(room, {
      agentId: agent.id,
      prompt: agent.prompt,
      surface: agent.surface,
      workDir: process.cwd(),
      limits: { wallMs: limits.wall_ms + SLACK_MS, idleMs: limits.idle_ms + SLACK_MS },
      owner: {
        environment: environment.name,
        round_id: environment.round_id,
        task_id: environment.task_id,
        run_id,
      },
      env: process.env,
      onEvent: eventWriter(directory),
    });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return refusalOf(agent.id, { code: error.code, message: error.in(input.language) });
  }
  faultPoint('agent.begun');
  void asked.then(async () => invocation.stop(await whyStopped(room.records.store, run_id)));
  await noteInvocation(room.records.store, input, invocation.id);
  const ended = await invocation.result;
  await invocation.gone;
  return resultOf(agent.id, ended);
}

/** Each event as it arrives; the answer on stdout besides, so that `logs` shows it grow. */
function eventWriter(directory: string): (event: RuntimeEvent) => void {
  const file = join(directory, JOB_FILES.events);
  let tools = 0;
  return (event) => {
    if (event.type === 'tool_call') tools += 1;
    const lines = eventLines(event, new Date().toISOString(), tools);
    appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (event.type === 'text') process.stdout.write(event.text);
  };
}

/** The supervisor has stored why before it asks; else it is gone, or ends what is left of the job. */
async function whyStopped(store: Store, run_id: string): Promise<Exclude<StopReason, 'recording_failed'>> {
  const row = await store.read((tx) => findJob(tx, run_id));
  if (row?.cancel_requested_at != null) return 'cancelled';
  return row?.reason === 'wall_limit' || row?.reason === 'idle_limit' ? row.reason : 'shutdown';
}

/** The invocation in the task's track, from its beginning on. */
async function noteInvocation(store: Store, { run_id, agent }: StoredInput, invocation_id: string): Promise<void> {
  await store.write(async (tx) => {
    const row = await findJob(tx, run_id);
    if (row === null) return;
    const event = { agent: 'runtime', event: 'invocation_started', run_id, tool: agent?.id ?? '' };
    await appendTrack(tx, row, { ...event, return: { invocation_id } }, new Date());
  });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
