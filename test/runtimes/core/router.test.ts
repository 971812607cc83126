import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRuntimes } from '../../../src/runtimes/assemble.js';
import type { RuntimeDriver } from '../../../src/runtimes/driver.js';
import { noopLedgerForTests } from '../../../src/runtimes/noop-ledger.js';
import { createRegistry } from '../../../src/runtimes/registry.js';
import type { RuntimeRequest } from '../../../src/runtimes/request.js';
import { SessionBusyError } from '../../../src/runtimes/router-errors.js';
import { newestInvocations } from '../../../src/store/invocations.js';
import { envelope, type Room, withRoom } from './room.js';
import { loaderOf, type ScriptedRun, scriptedDriver } from './scripted-driver.js';

const foreign = { runtimeId: 'claude', codecVersion: 'v1', payload: {} } as const;
const broken = { runtimeId: 'codex', codecVersion: 'v1', payload: { sessionId: 7 } } as const;
const withoutCodec: Partial<RuntimeDriver> = { codec: undefined as never };

/** Each request fails the named check and, where that is possible, later ones too: the first one speaks. */
const REFUSED: readonly (readonly [string, Partial<RuntimeRequest>, Partial<RuntimeDriver>])[] = [
  ['DRIVER_NOT_REGISTERED', { runtimeId: 'claude', surface: 'workflow', continuationPolicy: 'resume-required' }, {}],
  ['SURFACE_UNSUPPORTED', { surface: 'workflow', continuationPolicy: 'resume-required' }, {}],
  ['COMBINATION_UNSUPPORTED', { surface: 'channel-test', continuationPolicy: 'resume-required' }, {}],
  ['COMBINATION_UNSUPPORTED', { surface: 'chat', executionMode: 'oneshot' }, {}],
  ['CONVERSATION_REQUIRED', { continuationPolicy: 'resume-required' }, withoutCodec],
  ['CODEC_REQUIRED', { continuationPolicy: 'resume-preferred', runtimeConversation: foreign }, withoutCodec],
  ['CONVERSATION_OWNER_MISMATCH', { continuationPolicy: 'resume-required', runtimeConversation: foreign }, {}],
  ['CONVERSATION_OWNER_MISMATCH', { continuationPolicy: 'fresh', runtimeConversation: foreign }, {}],
  ['CONVERSATION_INVALID', { continuationPolicy: 'resume-preferred', runtimeConversation: broken }, {}],
];

async function nothingOf(room: Room): Promise<void> {
  expect(await room.store.read((tx) => newestInvocations(tx, { limit: 9 }))).toEqual([]);
  const folder = join(room.stateDir, 'invocations');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
}

describe('a request that is refused starts nothing and leaves nothing', () => {
  it.each(REFUSED)('%s', async (code, request, driver) => {
    let started = 0;
    const scripted = scriptedDriver({ started: () => (started += 1) }, driver);
    await withRoom(scripted, async (room) => {
      const call = room.call(request);
      const asked = { ...call, channel: { ...call.channel, runtimeId: call.request.runtimeId } };
      await expect(room.runtimes.invoke(asked)).rejects.toMatchObject({ code });
      await nothingOf(room);
      expect(started).toBe(0);
    });
  });

  it('RECORDER_REQUIRED, before anything else is looked at', async () => {
    await withRoom(scriptedDriver(), async (room) => {
      const runtimes = createRuntimes({ registry: createRegistry([]), ledger: null, stateDir: room.stateDir });
      await expect(runtimes.invoke(room.call())).rejects.toMatchObject({ code: 'RECORDER_REQUIRED' });
    });
  });

  it('SESSION_BUSY, which names who writes the session and its process', async () => {
    const runs: ScriptedRun[] = [];
    await withRoom(scriptedDriver({ started: (run) => runs.push(run) }), async (room) => {
      const resume = room.call({ continuationPolicy: 'resume-required', runtimeConversation: envelope('s1') });
      const first = await room.runtimes.invoke(resume);
      const second = room.runtimes.invoke(resume);
      await expect(second).rejects.toMatchObject({ code: 'SESSION_BUSY', owner: { invocationId: first.id } });
      await expect(second).rejects.toThrow(first.id);
      runs[0]?.emit({ type: 'session', sessionId: 's1' }, { type: 'completed', content: '' });
      runs[0]?.end();
      await first.gone;
      const third = await room.runtimes.invoke(resume);
      await third.stop('cancelled');
      expect(runs).toHaveLength(2);
    });
  });

  it('exactly one of many that ask for one session at once is begun', async () => {
    await withRoom(scriptedDriver(), async (room) => {
      const resume = room.call({ continuationPolicy: 'resume-required', runtimeConversation: envelope('s1') });
      const asked = await Promise.allSettled(Array.from({ length: 12 }, () => room.runtimes.invoke(resume)));
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const one of asked) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(SessionBusyError);
      expect(readdirSync(join(room.stateDir, 'invocations'))).toHaveLength(1);
    });
  });

  it('INVOCATION_WRITE_FAILED', async () => {
    await withRoom(
      scriptedDriver(),
      async (room) => {
        await expect(room.runtimes.invoke(room.call())).rejects.toMatchObject({ code: 'INVOCATION_WRITE_FAILED' });
        await nothingOf(room);
      },
      { faults: (step) => step === 'begin' },
    );
  });

  it('RUNTIMES_CLOSED, after the end of the program', async () => {
    await withRoom(scriptedDriver(), async (room) => {
      await room.runtimes.shutdown();
      await expect(room.runtimes.invoke(room.call())).rejects.toMatchObject({ code: 'RUNTIMES_CLOSED' });
    });
  });

  it('another channel than the one asked for is a defect of the caller', async () => {
    await withRoom(scriptedDriver(), async (room) => {
      await expect(room.runtimes.invoke(room.call({ channelId: 'other' }))).rejects.toThrow(TypeError);
    });
  });
});

describe('a request that is accepted', () => {
  it('hands the driver a copy of the conversation, and none where it starts fresh', async () => {
    const runs: ScriptedRun[] = [];
    const started = (run: ScriptedRun) => {
      runs.push(run);
      run.emit({ type: 'completed', content: '' });
      run.end();
    };
    await withRoom(scriptedDriver({ started }), async (room) => {
      for (const continuationPolicy of ['resume-required', 'resume-preferred', 'fresh'] as const) {
        const asked = room.call({ continuationPolicy, runtimeConversation: envelope('s1') });
        await (await room.runtimes.invoke(asked)).gone;
      }
      const preferred = await room.runtimes.invoke(room.call({ continuationPolicy: 'resume-preferred' }));
      await preferred.gone;
      const known = { sessionId: 's1', workDir: '/work' };
      expect(runs.map(({ call }) => call.conversation)).toEqual([known, known, null, null]);
    });
  });

  it('is run without records where a test asks for that by name', async () => {
    const driver = scriptedDriver({
      started(run) {
        run.emit({ type: 'completed', content: 'yes' });
        run.end();
      },
    });
    await withRoom(driver, async (room) => {
      const registry = createRegistry([loaderOf(driver)]);
      const runtimes = createRuntimes({ registry, ledger: noopLedgerForTests(), stateDir: room.stateDir });
      const { result } = await runtimes.invoke(room.call());
      expect(await result).toMatchObject({ status: 'completed', content: 'yes' });
      await runtimes.shutdown();
    });
  });
});
