import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOG, type RuntimeId } from '../../../src/runtimes/catalog.js';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { DriverCall, InteractiveSession, OneShotRun, RunExit, TurnCall } from '../../../src/runtimes/driver.js';
import type { RuntimeEvent } from '../../../src/runtimes/events.js';
import { workspace } from '../../harness/workspace.js';

let calls = 0;

export function channelOf(runtimeId: RuntimeId, fields: Partial<ResolvedChannel> = {}): ResolvedChannel {
  return {
    id: `${runtimeId}-channel`,
    runtimeId,
    label: 'A channel',
    models: [{ id: 'default', label: 'Default' }],
    secretValues: [],
    foreignVariables: [],
    apiKey: null,
    ...fields,
  };
}

/** A call of a runtime whose program is `executable`, in a home of its own. */
export async function callOf(
  runtimeId: RuntimeId,
  executable: string,
  fields: Partial<DriverCall> = {},
): Promise<DriverCall> {
  calls += 1;
  const invocationId = `inv-${process.pid}-${calls}`;
  const home = await workspace();
  const [workDir, scratchDir] = [join(home, 'work'), join(home, 'scratch')];
  await mkdir(workDir);
  await mkdir(scratchDir, { mode: 0o700 });
  const { override } = CATALOG[runtimeId];
  return {
    invocationId,
    channel: channelOf(runtimeId),
    surface: 'task',
    policy: 'fresh',
    conversation: null,
    model: null,
    reasoningEffort: null,
    prompt: 'Say hello',
    workDir,
    developerInstructions: null,
    scratchDir,
    env: {
      PATH: process.env.PATH,
      ER_TEST_MARK: process.env.ER_TEST_MARK,
      HOME: home,
      ...(override === null ? {} : { [override]: executable }),
    },
    approve: async () => 'denied',
    ...fields,
  };
}

export interface Seen {
  readonly events: readonly RuntimeEvent[];
  readonly exit: RunExit;
  /** What the terminal event said; null where there was none. */
  readonly content: string | null;
  readonly error: { readonly code: string; readonly class: string; readonly message: string } | null;
}

/** Everything a run or a turn says, to its end. */
export async function seen(run: Pick<OneShotRun, 'events' | 'exit'>): Promise<Seen> {
  const events: RuntimeEvent[] = [];
  for await (const event of run.events) events.push(event);
  const exit = await run.exit;
  const last = events.at(-1);
  return {
    events,
    exit,
    content: last?.type === 'completed' ? last.content : null,
    error: last?.type === 'failed' ? last.error : null,
  };
}

/** Resolves with the first event of a kind; what comes later is left to the loop that `rest` runs. */
export async function untilEvent(
  run: Pick<OneShotRun, 'events' | 'exit'>,
  is: (event: RuntimeEvent) => boolean,
): Promise<{ readonly first: RuntimeEvent[]; readonly rest: () => Promise<Seen> }> {
  const first: RuntimeEvent[] = [];
  const iterator = run.events[Symbol.asyncIterator]();
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    first.push(next.value);
    if (is(next.value)) break;
  }
  const events: AsyncIterable<RuntimeEvent> = { [Symbol.asyncIterator]: () => iterator };
  return { first, rest: () => seen({ events, exit: run.exit }) };
}

export function turnOf(call: DriverCall, fields: Partial<TurnCall> = {}): TurnCall {
  return { invocationId: call.invocationId, prompt: call.prompt, approve: call.approve, ...fields };
}

/** One turn of a session to its end, then the session's own end. */
export async function turnOnce(session: InteractiveSession, turn: TurnCall): Promise<Seen> {
  const result = await seen(session.send(turn));
  await session.detach();
  return result;
}
