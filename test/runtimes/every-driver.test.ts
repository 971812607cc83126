import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MODEL } from '../../src/config/defaults.js';
import { createRuntimes, type Runtimes } from '../../src/runtimes/assemble.js';
import { RUNTIME_IDS } from '../../src/runtimes/catalog.js';
import { textCodec } from '../../src/runtimes/conversation.js';
import { isTerminal, type RuntimeEvent } from '../../src/runtimes/events.js';
import type { InvocationResult, InvokeCall } from '../../src/runtimes/invocation.js';
import type { Ledger } from '../../src/runtimes/ledger.js';
import { builtIn, createRegistry } from '../../src/runtimes/registry.js';
import { CONTINUATION_POLICIES, EXECUTION_MODES, type RuntimeRequest, SURFACES } from '../../src/runtimes/request.js';
import { storeLedger } from '../../src/runtimes/store-ledger.js';
import { findInvocation } from '../../src/store/invocations.js';
import { openStore, type Store } from '../../src/store/open.js';
import { bindingsOf } from '../../src/store/sessions.js';
import { markedProcesses } from '../harness/leaks.js';
import { until } from '../harness/until.js';
import { workspace } from '../harness/workspace.js';
import type { Backend, DriverRow } from './every-driver/row.js';
import { ROWS } from './every-driver/rows.js';
import { channelOf } from './player/call.js';

/** Its process has said what it says and hangs by then, on a machine that does other things too. */
const WALL_MS = 2_500;

interface House {
  readonly folder: string;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly runtimes: Runtimes;
}

/** The product's own registry and ledger on a fresh store; `spoil` makes a ledger that is none or that fails. */
async function withHouse(
  work: (house: House) => Promise<void>,
  spoil: (ledger: Ledger) => Ledger | null = (ledger) => ledger,
): Promise<void> {
  const folder = await workspace();
  const store = await openStore(join(folder, 'store.db'));
  const registry = createRegistry(builtIn({ model: { ...DEFAULT_MODEL, max_retries: 0 }, store }));
  const ledger = storeLedger(store);
  const runtimes = createRuntimes({ registry, ledger: spoil(ledger), stateDir: join(folder, 'state') });
  try {
    await work({ folder, store, ledger, runtimes });
  } finally {
    await runtimes.shutdown();
    await store.close();
  }
}

async function callFor(
  row: DriverRow,
  { folder }: House,
  backend: Backend | null,
  request: Partial<RuntimeRequest> = {},
): Promise<InvokeCall> {
  const made = (await backend?.(folder)) ?? {};
  const home = join(folder, 'home');
  const workDir = join(folder, 'work');
  for (const one of [home, workDir]) await mkdir(one, { recursive: true });
  const channel = channelOf(row.runtimeId, { ...row.channel, ...made.channel });
  return {
    channel,
    agentRevision: 1,
    env: { PATH: process.env.PATH, ER_TEST_MARK: process.env.ER_TEST_MARK, HOME: home, ...made.env },
    request: {
      agentId: 'agent',
      channelId: channel.id,
      runtimeId: row.runtimeId,
      surface: 'task',
      executionMode: 'oneshot',
      continuationPolicy: 'fresh',
      ...(row.model === undefined ? {} : { model: row.model }),
      prompt: 'Say done',
      workDir,
      limits: { wallMs: 60_000, idleMs: 60_000 },
      invocation: { surface: 'task' },
      ...request,
    },
  };
}

async function invoked(
  { runtimes, store }: House,
  call: InvokeCall,
  stopAt?: (event: RuntimeEvent | null) => boolean,
): Promise<{ result: InvocationResult; events: RuntimeEvent[]; bound: readonly string[]; status: string | undefined }> {
  const events: RuntimeEvent[] = [];
  let stop = (): void => {};
  const invocation = await runtimes.invoke({
    ...call,
    onEvent: (event) => {
      events.push(event);
      if (stopAt?.(event) === true) stop();
    },
  });
  stop = () => void invocation.stop('cancelled');
  if (stopAt?.(null) === true) stop();
  const result = await invocation.result;
  await invocation.gone;
  const [bindings, stored] = await store.read(async (tx) => [
    await bindingsOf(tx, invocation.id),
    await findInvocation(tx, invocation.id),
  ]);
  return { result, events, bound: bindings.map((one) => one.session_id), status: stored?.status };
}

const conversationOf = (row: DriverRow) =>
  textCodec(row.runtimeId, Object.keys(row.state ?? {})).encode({
    ...row.state,
    sessionId: row.session ?? 'none',
    workDir: '/w',
  });

it('the table holds every runtime', () => {
  expect(ROWS.map((row) => row.runtimeId).toSorted()).toEqual([...RUNTIME_IDS].toSorted());
});

describe.each(ROWS)('$runtimeId', (row) => {
  it('does its work, and what it reports is on record', async () => {
    await withHouse(async (house) => {
      const { result, events, bound, status } = await invoked(house, await callFor(row, house, row.well));
      expect(result).toMatchObject({ status: 'completed', error: null });
      expect(status).toBe('completed');
      expect(events.filter(isTerminal)).toHaveLength(1);
      expect(bound).toEqual(row.session === null ? [] : [row.session]);
    });
  });

  it('starts nothing without a recorder', async () => {
    await withHouse(
      async (house) => {
        const call = await callFor(row, house, row.well);
        await expect(house.runtimes.invoke(call)).rejects.toMatchObject({ code: 'RECORDER_REQUIRED' });
      },
      () => null,
    );
  });

  it('refuses every combination that it does not declare, and tries no other', async () => {
    await withHouse(async (house) => {
      const driver = await house.runtimes.registry.driver(row.runtimeId);
      const call = await callFor(row, house, null);
      for (const surface of SURFACES) {
        for (const executionMode of EXECUTION_MODES) {
          for (const continuationPolicy of CONTINUATION_POLICIES) {
            const modes = driver?.surfaces[surface];
            if (modes?.[executionMode]?.includes(continuationPolicy) === true) continue;
            const code = modes === undefined ? 'SURFACE_UNSUPPORTED' : 'COMBINATION_UNSUPPORTED';
            const request = { ...call.request, surface, executionMode, continuationPolicy };
            await expect(house.runtimes.invoke({ ...call, request })).rejects.toMatchObject({ code });
          }
        }
      }
    });
  });

  it('refuses to continue without a session', async () => {
    await withHouse(async (house) => {
      const call = await callFor(row, house, row.well, { continuationPolicy: 'resume-required' });
      const code = row.stale === null ? 'COMBINATION_UNSUPPORTED' : 'CONVERSATION_REQUIRED';
      await expect(house.runtimes.invoke(call)).rejects.toMatchObject({ code });
    });
  });

  it.each(['fresh', 'resume-preferred'] as const)('refuses the conversation of another runtime: %s', async (policy) => {
    await withHouse(async (house) => {
      const other = row.runtimeId === 'codex' ? 'claude' : 'codex';
      const runtimeConversation = textCodec(other).encode({ sessionId: 'x', workDir: '/w' });
      const call = await callFor(row, house, row.well, { continuationPolicy: policy, runtimeConversation });
      const undeclared = row.stale === null && policy !== 'fresh';
      const code = undeclared ? 'COMBINATION_UNSUPPORTED' : 'CONVERSATION_OWNER_MISMATCH';
      await expect(house.runtimes.invoke(call)).rejects.toMatchObject({ code });
    });
  });

  it('that fails after its session was reported keeps the session', async () => {
    await withHouse(async (house) => {
      const { result, bound, events } = await invoked(house, await callFor(row, house, row.failing));
      expect(result).toMatchObject({ status: 'failed', content: null, error: { class: 'back-end' } });
      expect(bound).toEqual(row.session === null ? [] : [row.session]);
      expect(events.filter(isTerminal)).toHaveLength(1);
    });
  });

  it.runIf(row.stale !== null)('that fails to continue before it reports a session binds nothing', async () => {
    await withHouse(async (house) => {
      const request = { continuationPolicy: 'resume-required', runtimeConversation: conversationOf(row) } as const;
      const { result, bound } = await invoked(house, await callFor(row, house, row.stale, request));
      expect(result).toMatchObject({ status: 'failed', session: null });
      expect(bound).toEqual([]);
    });
  });

  it.runIf(row.session !== null)('whose session cannot be stored has not succeeded, whatever it says', async () => {
    await withHouse(
      async (house) => {
        const { result, events, status } = await invoked(house, await callFor(row, house, row.well));
        expect(result).toMatchObject({ status: 'failed', content: null, error: { class: 'recording' } });
        expect(status).toBe('failed');
        expect(events.filter(isTerminal)).toMatchObject([{ type: 'failed', error: { class: 'recording' } }]);
      },
      (ledger) => ({ ...ledger, bind: () => Promise.reject(new Error('the disk is full')) }),
    );
  });

  it.each<[string, (event: RuntimeEvent | null) => boolean]>([
    ['at its first event', (event) => event !== null],
    ['with its last word', (event) => event !== null && (event.type === 'text' || isTerminal(event))],
    ['as soon as it is started', (event) => event === null],
  ])('that is stopped %s ends once, and truly', async (_when, stopAt) => {
    await withHouse(async (house) => {
      const { result, events, status } = await invoked(house, await callFor(row, house, row.well), stopAt);
      expect(['completed', 'cancelled']).toContain(result.status);
      expect(status).toBe(result.status);
      expect(events.filter(isTerminal)).toHaveLength(1);
      await until('nothing of it is left', () => markedProcesses().length === 0);
    });
  });

  it('that runs into its time limit has timed out, though it was interrupted for it', async () => {
    await withHouse(async (house) => {
      const limits = { wallMs: WALL_MS, idleMs: 60_000 };
      const { result, bound, events, status } = await invoked(
        house,
        await callFor(row, house, row.hanging, { limits }),
      );
      expect(result).toMatchObject({ status: 'timed_out', error: { code: 'WALL_LIMIT', class: 'timed_out' } });
      expect(status).toBe('timed_out');
      expect(events.filter(isTerminal)).toHaveLength(1);
      expect(bound).toEqual(row.reportsWhileWorking ? [row.session] : []);
      await until('nothing of it is left', () => markedProcesses().length === 0);
    });
  });
});
