import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RuntimeDriver } from '../../../src/runtimes/driver.js';
import type { ConverseCall } from '../../../src/runtimes/invocation.js';
import { newestInvocations } from '../../../src/store/invocations.js';
import { until } from '../../harness/until.js';
import { envelope, observed, type Room, withRoom } from './room.js';
import { exited, type ScriptedRun, STOPPED, scriptedDriver } from './scripted-driver.js';

const answering = (run: ScriptedRun, content = `re: ${run.turn?.prompt}`): void => {
  run.emit({ type: 'session', sessionId: 's1', turnId: run.turn?.invocationId ?? '' }, { type: 'completed', content });
  run.end();
};

function conversed(
  room: Room,
  more: { idleDetachMs?: number; request?: Partial<ConverseCall['request']> } = {},
): ConverseCall {
  const { request, ...call } = room.call({ surface: 'chat', executionMode: 'interactive' });
  const { prompt: _, ...asked } = request;
  return { ...call, idleDetachMs: 60_000, ...more, request: { ...asked, ...more.request } };
}

/** A driver that counts the processes it would have started, and those it ended. */
function counting(driver: RuntimeDriver): { driver: RuntimeDriver; started: () => number; detached: () => number } {
  let started = 0;
  let detached = 0;
  const createInteractive: NonNullable<RuntimeDriver['createInteractive']> = (call) => {
    started += 1;
    const session = driver.createInteractive?.(call);
    if (session === undefined) throw new Error('not interactive');
    return {
      ...session,
      detach() {
        detached += 1;
        return session.detach();
      },
    };
  };
  return { driver: { ...driver, createInteractive }, started: () => started, detached: () => detached };
}

describe('a conversation', () => {
  it('has one invocation a turn over one process, in order, each bound to the session', async () => {
    const runs: ScriptedRun[] = [];
    const { driver, started, detached } = counting(scriptedDriver({ started: (run) => runs.push(run) }));
    await withRoom(driver, async (room) => {
      const talk = await room.runtimes.converse(conversed(room));
      const turns = [talk.send('one'), talk.send('two')];
      await until('the first turn runs', () => runs.length === 1);
      expect(talk.snapshot()).toMatchObject({ state: 'busy', queued: 1 });
      answering(runs[0] as ScriptedRun);
      await until('the second turn runs', () => runs.length === 2);
      answering(runs[1] as ScriptedRun);
      const results = await Promise.all(turns.map(async (turn) => (await turn).result));
      expect(results.map(({ content, session }) => [content, session?.relation])).toEqual([
        ['re: one', 'created'],
        ['re: two', 'continued'],
      ]);
      expect(new Set(results.map(({ invocationId }) => invocationId)).size).toBe(2);
      await talk.detach();
      expect([started(), detached()]).toEqual([1, 1]);
      expect(talk.snapshot()).toMatchObject({ state: 'detached', sessionId: 's1', queued: 0 });
      expect(readdirSync(join(room.stateDir, 'scratch'))).toEqual([]);
    });
  });

  it('ends its process when it is idle, and goes on with another one', async () => {
    const runs: ScriptedRun[] = [];
    const script = scriptedDriver({
      started(run) {
        runs.push(run);
        answering(run);
      },
    });
    const { driver, started, detached } = counting(script);
    await withRoom(driver, async (room) => {
      const talk = await room.runtimes.converse(conversed(room, { idleDetachMs: 20 }));
      await (await talk.send('one')).gone;
      await until('it is detached', () => detached() === 1);
      const again = await talk.send('two');
      expect(await again.result).toMatchObject({ status: 'completed', session: { id: 's1', relation: 'continued' } });
      expect(started()).toBe(2);
      expect(runs[1]?.call).toMatchObject({ policy: 'resume-required', conversation: { sessionId: 's1' } });
    });
  });

  it('is not detached while a turn runs, however long that takes', async () => {
    const runs: ScriptedRun[] = [];
    const { driver, detached } = counting(scriptedDriver({ started: (run) => runs.push(run) }));
    await withRoom(driver, async (room) => {
      const talk = await room.runtimes.converse(conversed(room, { idleDetachMs: 20 }));
      const first = talk.send('one');
      await until('it runs', () => runs.length === 1);
      answering(runs[0] as ScriptedRun);
      await (await first).result;
      const second = talk.send('two');
      const passed = performance.now() + 80;
      await until('the limit has passed', () => performance.now() > passed && runs.length === 2);
      expect(detached()).toBe(0);
      answering(runs[1] as ScriptedRun);
      expect(await (await second).result).toMatchObject({ status: 'completed' });
    });
  });

  it('is interrupted without waiting for what is queued, and goes on', async () => {
    const runs: ScriptedRun[] = [];
    const driver = scriptedDriver({
      started: (run) => runs.push(run),
      stopped(run) {
        run.end({ kind: 'settled' });
        return STOPPED;
      },
    });
    await withRoom(driver, async (room) => {
      const talk = await room.runtimes.converse(conversed(room));
      const first = talk.send('one');
      const second = talk.send('two');
      await until('it runs', () => runs.length === 1);
      expect(await talk.interrupt()).toEqual(STOPPED);
      expect(await (await first).result).toMatchObject({ status: 'cancelled' });
      await until('the next one runs', () => runs.length === 2);
      answering(runs[1] as ScriptedRun);
      expect(await (await second).result).toMatchObject({ status: 'completed' });
      await (await second).gone;
      expect(await talk.interrupt()).toBe(null);
    });
  });

  it('takes another process after one that died in a turn', async () => {
    const runs: ScriptedRun[] = [];
    const script = scriptedDriver({
      started(run) {
        runs.push(run);
        if (runs.length === 2) run.end(exited(null, { signal: 'SIGKILL' }));
        else answering(run);
      },
    });
    const { driver, started } = counting(script);
    await withRoom(driver, async (room) => {
      const talk = await room.runtimes.converse(conversed(room));
      const statuses: string[] = [];
      for (const prompt of ['one', 'two', 'three']) statuses.push((await (await talk.send(prompt)).result).status);
      expect(statuses).toEqual(['completed', 'failed', 'completed']);
      expect(started()).toBe(2);
    });
  });

  it('that cannot be continued is over with its process: nothing else takes its place', async () => {
    const script = scriptedDriver({ started: (run) => answering(run) }, { codec: undefined as never });
    const { driver, started } = counting(script);
    await withRoom(driver, async (room) => {
      const talk = await room.runtimes.converse(conversed(room));
      await (await talk.send('one')).gone;
      expect(await (await talk.send('two')).result).toMatchObject({ status: 'completed' });
      await talk.detach();
      await expect(talk.send('three')).rejects.toMatchObject({ code: 'CONVERSATION_REQUIRED' });
      expect(started()).toBe(1);
    });
  });

  it('shares its session with nobody while a turn runs', async () => {
    const runs: ScriptedRun[] = [];
    await withRoom(scriptedDriver({ started: (run) => runs.push(run) }), async (room) => {
      const resumed = { continuationPolicy: 'resume-required', runtimeConversation: envelope('s1') } as const;
      const talk = await room.runtimes.converse(conversed(room, { request: resumed }));
      const turn = await talk.send('one');
      await expect(room.runtimes.invoke(room.call(resumed))).rejects.toMatchObject({
        owner: { invocationId: turn.id },
      });
      await until('it runs', () => runs.length === 1);
      answering(runs[0] as ScriptedRun);
      await turn.gone;
    });
  });

  it('is refused at once where the runtime cannot hold one', async () => {
    await withRoom(scriptedDriver({}, { surfaces: { task: { oneshot: ['fresh'] } } }), async (room) => {
      await expect(room.runtimes.converse(conversed(room))).rejects.toMatchObject({ code: 'SURFACE_UNSUPPORTED' });
    });
  });

  it('ends with the program: the turn is stopped, those that wait are refused', async () => {
    const runs: ScriptedRun[] = [];
    const { driver, detached } = counting(scriptedDriver({ started: (run) => runs.push(run) }));
    await withRoom(driver, async (room) => {
      const talk = await room.runtimes.converse(conversed(room));
      const first = await talk.send('one');
      const second = talk.send('two').catch((error: unknown) => error);
      await room.runtimes.shutdown();
      expect(await first.result).toMatchObject({ status: 'cancelled', error: { code: 'SHUTDOWN' } });
      expect(await second).toMatchObject({ code: 'RUNTIMES_CLOSED' });
      expect(detached()).toBe(1);
      expect(await room.store.read((tx) => newestInvocations(tx, { limit: 9 }))).toHaveLength(1);
    });
  });
});

it('an interactive request is a conversation of one turn', async () => {
  const { driver, started, detached } = counting(scriptedDriver({ started: (run) => answering(run) }));
  await withRoom(driver, async (room) => {
    const { result } = await observed(room.runtimes, room.call({ executionMode: 'interactive' }));
    expect(result).toMatchObject({ status: 'completed', content: 're: do it', session: { id: 's1' } });
    expect([started(), detached()]).toEqual([1, 1]);
    expect(existsSync(join(room.stateDir, 'scratch', result.invocationId))).toBe(false);
  });
});
