import { join } from 'node:path';
import type { ConversationState } from '../../../src/runtimes/conversation.js';
import type { DriverCall, OneShotRun, RunExit, RuntimeDriver } from '../../../src/runtimes/driver.js';
import type { RuntimeEvent } from '../../../src/runtimes/events.js';
import { until } from '../../harness/until.js';
import { callOf, channelOf, turnOf } from '../player/call.js';
import { observed } from '../player/observed.js';
import { conversationScript, exchanges } from '../player/recording.js';
import { type PlayerScript, player } from '../player/script.js';
import { INTERRUPTS, type Status, type Transcript } from './transcript.js';

/** What a run, or one turn of a session, became. */
export interface Became {
  readonly status: Status;
  readonly sessionId: string | null;
  readonly contentLength: number | null;
  readonly error: string | null;
}

/** Plays a recorded run through its driver. */
export async function replay(transcript: Transcript, driver: RuntimeDriver, folder: string): Promise<Became[]> {
  const record = join(folder, 'record');
  const program = await player(folder, { ...scriptOf(transcript), record });
  const call = await callFor(transcript, driver, program);
  if (transcript.form === 'conversation') return replayConversation(transcript, driver, call, record);
  const run = driver.createOneShot?.(call);
  if (run === undefined) throw new Error('its driver runs nothing once');
  const became = collect(run);
  if (transcript.ended === null) return [await became];
  // The recorded process would have gone on: it is stopped when it has said all that it said.
  await until('all is played', () => observed(record)?.played === true, 30_000);
  await run.stop(transcript.ended === 'by a limit' ? 'wall_limit' : 'cancelled');
  const { status, ...rest } = await became;
  if (status !== 'cancelled' || transcript.ended !== 'by a limit') return [{ ...rest, status }];
  return [{ ...rest, status: 'timed_out' }];
}

async function replayConversation(
  transcript: Transcript,
  driver: RuntimeDriver,
  call: DriverCall,
  record: string,
): Promise<Became[]> {
  const session = driver.createInteractive?.(call);
  if (session === undefined) throw new Error('its driver has no sessions');
  const all: Became[] = [];
  for (const _turn of transcript.expected) {
    const before = waitsFor(record, INTERRUPTS);
    const turn = session.send(turnOf(call));
    let over = false;
    const became = collect(turn).finally(() => {
      over = true;
    });
    await until(
      'the turn is over, or to be interrupted',
      () => over || waitsFor(record, INTERRUPTS) > before || hangs(record),
      30_000,
    );
    if (!over && waitsFor(record, INTERRUPTS) > before) await session.interrupt('cancelled');
    // What was ended in the middle of a turn has said all it had to say.
    else if (!over && /sigterm/.test(transcript.name)) await session.detach();
    all.push(await became);
  }
  await session.detach();
  return all;
}

function waitsFor(record: string, keys: readonly string[]): number {
  return (observed(record)?.waits ?? []).filter((one) => one.some((key) => keys.includes(key))).length;
}

function hangs(record: string): boolean {
  return observed(record)?.played === true;
}

function scriptOf({ file, stderr, form, exit, ended }: Transcript): PlayerScript {
  const remarks = stderr === null ? [] : [{ errFile: stderr }];
  if (form === 'conversation') {
    const script = conversationScript(file);
    return { ...script, steps: [...remarks, ...(script.steps ?? [])] };
  }
  const steps = [...remarks, { file }];
  if (ended === null)
    return { stdin: 'read', steps, end: exit.signal === null ? { code: exit.code ?? 0 } : { signal: exit.signal } };
  const dies = exit.code === null ? {} : { SIGINT: { code: exit.code }, SIGTERM: { code: exit.code } };
  return { stdin: 'read', steps, end: 'hang', signals: dies };
}

async function callFor(transcript: Transcript, driver: RuntimeDriver, program: string): Promise<DriverCall> {
  const { runtimeId, name } = transcript;
  const asks = transcript.form === 'conversation' && /approval|permission|ask|tool/.test(name);
  const channel = channelOf(runtimeId, {
    ...(runtimeId === 'acp' ? { command: [program] } : {}),
    // Its sessions are those of a running Gateway, which the recording stands for.
    ...(runtimeId === 'openclaw' && transcript.form === 'conversation' ? { baseUrl: 'ws://127.0.0.1:1' } : {}),
    ...(asks ? { approvals: { policy: 'ask', allow: [] } } : {}),
  });
  const conversation = resumed(transcript, driver);
  return callOf(runtimeId, program, {
    channel,
    ...(conversation === null ? {} : { policy: 'resume-required', conversation }),
    approve: async () => (/deny|decline/.test(name) ? 'denied' : 'approved'),
  });
}

/** The session that a recorded conversation goes on with. */
function resumed({ file, form }: Transcript, driver: RuntimeDriver): ConversationState | null {
  if (form === 'oneshot' || driver.codec === undefined) return null;
  const load = exchanges(file).find(({ dir, msg }) => dir === '->' && msg.method === 'session/load');
  const sessionId = (load?.msg.params as { sessionId?: string } | undefined)?.sessionId;
  return sessionId === undefined ? null : { sessionId, workDir: '/home/user/demo' };
}

async function collect(run: Pick<OneShotRun, 'events' | 'exit'>): Promise<Became> {
  let sessionId: string | null = null;
  let last: RuntimeEvent | null = null;
  for await (const event of run.events) {
    if (event.type === 'session') sessionId = event.sessionId;
    last = event;
  }
  const exit = await run.exit;
  return {
    status: statusOf(last, exit),
    sessionId,
    contentLength: last?.type === 'completed' ? last.content.length : null,
    error: last?.type === 'failed' ? last.error.code : null,
  };
}

function statusOf(last: RuntimeEvent | null, exit: RunExit): Status {
  if (last?.type === 'completed') return 'completed';
  if (last?.type === 'failed') return last.error.class === 'cancelled' ? 'cancelled' : 'failed';
  return exit.kind === 'exited' && exit.ours ? 'cancelled' : 'failed';
}
