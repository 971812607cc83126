import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRuntimes, type Runtimes, type RuntimesOptions } from '../../../src/runtimes/assemble.js';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import { type ConversationEnvelope, textCodec } from '../../../src/runtimes/conversation.js';
import type { RuntimeDriver } from '../../../src/runtimes/driver.js';
import { isTerminal, type RuntimeEvent } from '../../../src/runtimes/events.js';
import type { Invocation, InvocationResult, InvokeCall } from '../../../src/runtimes/invocation.js';
import type { Ledger } from '../../../src/runtimes/ledger.js';
import type { LoggedEvent } from '../../../src/runtimes/log-line.js';
import { createRegistry } from '../../../src/runtimes/registry.js';
import type { RuntimeRequest } from '../../../src/runtimes/request.js';
import { storeLedger } from '../../../src/runtimes/store-ledger.js';
import { findInvocation, type StoredInvocation } from '../../../src/store/invocations.js';
import { openStore, type Store } from '../../../src/store/open.js';
import { workspace } from '../../harness/workspace.js';
import { loaderOf } from './scripted-driver.js';

export interface Room {
  readonly dir: string;
  readonly stateDir: string;
  readonly store: Store;
  readonly runtimes: Runtimes;
  call(request?: Partial<RuntimeRequest>, more?: Partial<InvokeCall>): InvokeCall;
  row(id: string): Promise<StoredInvocation>;
  /** What is recorded of its events. */
  log(id: string): Promise<LoggedEvent[]>;
}

export interface RoomOptions {
  readonly approve?: NonNullable<RuntimesOptions['approve']>;
  readonly secretValues?: readonly string[];
  readonly faults?: Faults;
}

/** Which writes fail: told the step and how often it was asked for, from 1. */
export type Faults = (step: keyof Ledger, nth: number) => boolean;

/** Runtimes on a fresh store with one driver; everything is shut down and closed after `work`. */
export async function withRoom(
  driver: RuntimeDriver,
  work: (room: Room) => Promise<void>,
  options: RoomOptions = {},
): Promise<void> {
  const dir = await workspace();
  const stateDir = join(dir, 'runtimes');
  const store = await openStore(join(dir, 'store.db'));
  const ledger = faulty(storeLedger(store), options.faults ?? (() => false));
  const { approve } = options;
  const registry = createRegistry([loaderOf(driver)]);
  const runtimes = createRuntimes({ registry, ledger, stateDir, ...(approve === undefined ? {} : { approve }) });
  const channel = channelOf(driver, options.secretValues ?? []);
  try {
    await work({
      ...{ dir, stateDir, store, runtimes },
      call: (request = {}, more = {}) => ({
        request: { ...requestOf(driver, dir), ...request },
        channel,
        agentRevision: 1,
        env: { PATH: process.env.PATH, ER_TEST_MARK: process.env.ER_TEST_MARK },
        ...more,
      }),
      async row(id) {
        const row = await store.read((tx) => findInvocation(tx, id));
        if (row === null) throw new Error(`no row ${id}`);
        return row;
      },
      log: async (id) => linesOf(await readFile(join(stateDir, 'invocations', id, 'events.jsonl'), 'utf8')),
    });
  } finally {
    await runtimes.shutdown();
    await store.close();
  }
}

/** What is published of an invocation, and how it ended. */
export async function observed(
  runtimes: Runtimes,
  call: InvokeCall,
): Promise<{ invocation: Invocation; result: InvocationResult; events: RuntimeEvent[]; ends: number }> {
  const events: RuntimeEvent[] = [];
  const invocation = await runtimes.invoke({ ...call, onEvent: (event) => events.push(event) });
  const result = await invocation.result;
  await invocation.gone;
  return { invocation, result, events, ends: events.filter(isTerminal).length };
}

export function envelope(sessionId: string): ConversationEnvelope {
  return textCodec('codex').encode({ sessionId, workDir: '/work' });
}

export function linesOf(text: string): LoggedEvent[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LoggedEvent);
}

function channelOf({ runtimeId }: RuntimeDriver, secretValues: readonly string[]): ResolvedChannel {
  return {
    id: 'ch',
    runtimeId,
    label: 'ch',
    models: [{ id: 'default', label: 'default' }],
    secretValues,
    apiKey: null,
    foreignVariables: [],
  };
}

function requestOf({ runtimeId }: RuntimeDriver, workDir: string): RuntimeRequest {
  return {
    agentId: 'agent',
    channelId: 'ch',
    runtimeId,
    surface: 'task',
    executionMode: 'oneshot',
    continuationPolicy: 'fresh',
    prompt: 'do it',
    workDir,
    limits: { wallMs: 60_000, idleMs: 60_000 },
    invocation: { surface: 'task', ownerReference: { environment: 'default', run_id: 'run-1' } },
  };
}

function faulty(ledger: Ledger, fails: Faults): Ledger {
  const asked = new Map<string, number>();
  const check = (step: keyof Ledger): void => {
    const nth = (asked.get(step) ?? 0) + 1;
    asked.set(step, nth);
    if (fails(step, nth)) throw new Error(`the disk refused ${step} ${nth}`);
  };
  return {
    async begin(beginning) {
      check('begin');
      await ledger.begin(beginning);
    },
    async launched(...given) {
      check('launched');
      await ledger.launched(...given);
    },
    async bind(binding) {
      check('bind');
      await ledger.bind(binding);
    },
    async finish(...given) {
      check('finish');
      return ledger.finish(...given);
    },
  };
}
