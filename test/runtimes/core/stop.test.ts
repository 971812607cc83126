import { describe, expect, it } from 'vitest';
import type { OneShotRun, RuntimeDriver, StopReason } from '../../../src/runtimes/driver.js';
import type { RuntimeEvent } from '../../../src/runtimes/events.js';
import { until } from '../../harness/until.js';
import { observed, withRoom } from './room.js';
import { exited, type ScriptedRun, STOPPED, scriptedDriver } from './scripted-driver.js';

const completed: RuntimeEvent = { type: 'completed', content: 'done' };
const soon = { wallMs: 60, idleMs: 60_000 };
const quiet = { wallMs: 60_000, idleMs: 60 };

describe('a stop', () => {
  it('is cancelled, whatever the back-end exits with and says then', async () => {
    const driver = scriptedDriver({
      stopped(run) {
        run.emit(completed);
        run.end(exited(0, { ours: true }));
        return STOPPED;
      },
    });
    await withRoom(driver, async ({ runtimes, call, log, row }) => {
      const invocation = await runtimes.invoke(call());
      expect(await invocation.stop('cancelled')).toEqual(STOPPED);
      expect(await invocation.result).toMatchObject({ status: 'cancelled', error: { code: 'CANCELLED' } });
      await invocation.gone;
      expect(await row(invocation.id)).toMatchObject({ status: 'cancelled' });
      const lines = await log(invocation.id);
      expect(lines.map((line) => Object.keys(line).at(-1))).toEqual(['interrupted', 'exit']);
    });
  });

  it('after the last word changes nothing', async () => {
    const runs: ScriptedRun[] = [];
    await withRoom(scriptedDriver({ started: (run) => runs.push(run) }), async ({ runtimes, call }) => {
      const invocation = await runtimes.invoke(call());
      await until('it runs', () => runs.length === 1);
      runs[0]?.emit(completed);
      expect(await invocation.result).toMatchObject({ status: 'completed' });
      await invocation.stop('cancelled');
      await invocation.gone;
      expect(await invocation.result).toMatchObject({ status: 'completed' });
    });
  });

  it('is shared by all who ask; the first reason counts', async () => {
    const runs: ScriptedRun[] = [];
    await withRoom(scriptedDriver({ started: (run) => runs.push(run) }), async ({ runtimes, call }) => {
      const invocation = await runtimes.invoke(call());
      const reasons: Exclude<StopReason, 'recording_failed'>[] = ['wall_limit', 'cancelled', 'shutdown'];
      const reports = await Promise.all(reasons.map((reason) => invocation.stop(reason)));
      expect(new Set(reports).size).toBe(1);
      expect(await invocation.result).toMatchObject({ status: 'timed_out', error: { code: 'WALL_LIMIT' } });
    });
  });

  it('that leaves something running says so', async () => {
    const report = { confirmed: false, forced: true, unconfirmed: [77], stopped: 2 };
    const driver = scriptedDriver({
      stopped(run) {
        run.end(exited(null, { ours: true }));
        return report;
      },
    });
    await withRoom(driver, async ({ runtimes, call, row }) => {
      const invocation = await runtimes.invoke(call());
      expect(await invocation.stop('cancelled')).toEqual(report);
      const { status, error } = await invocation.result;
      expect([status, error?.class, error?.outcome]).toEqual(['cancelled', 'stop_failed', 'unknown']);
      expect(await row(invocation.id)).toMatchObject({ outcome: 'unknown' });
    });
  });

  it('comes by the signal of the request', async () => {
    await withRoom(scriptedDriver(), async ({ runtimes, call }) => {
      const asking = new AbortController();
      const invocation = await runtimes.invoke(call({ signal: asking.signal }));
      asking.abort();
      expect(await invocation.result).toMatchObject({ status: 'cancelled' });
    });
  });

  it('that came before the start starts nothing', async () => {
    let started = 0;
    await withRoom(scriptedDriver({ started: () => (started += 1) }), async ({ runtimes, call }) => {
      const { result } = await observed(runtimes, call({ signal: AbortSignal.abort() }));
      expect(result).toMatchObject({ status: 'cancelled' });
      expect(started).toBe(0);
    });
  });

  it('comes with the end of the program, which waits for it', async () => {
    await withRoom(scriptedDriver(), async ({ runtimes, call, row }) => {
      const invocations = await Promise.all([1, 2, 3].map(() => runtimes.invoke(call())));
      await runtimes.shutdown();
      for (const { id } of invocations) {
        expect(await row(id)).toMatchObject({ status: 'cancelled', error: expect.stringContaining('SHUTDOWN') });
      }
    });
  });
});

describe('a limit', () => {
  it('of time interrupts and is timed_out, not the cancel it causes', async () => {
    const runs: ScriptedRun[] = [];
    const driver = scriptedDriver({
      started: (run) => runs.push(run),
      stopped(run) {
        run.emit({ type: 'failed', error: { code: 'INTERRUPTED', class: 'cancelled', message: 'aborted' } });
        run.end(exited(0));
        return STOPPED;
      },
    });
    await withRoom(driver, async ({ runtimes, call }) => {
      const { result } = await observed(runtimes, call({ limits: soon }));
      expect(result).toMatchObject({ status: 'timed_out', error: { code: 'WALL_LIMIT', class: 'timed_out' } });
      expect(runs[0]?.stops).toEqual(['wall_limit']);
    });
  });

  it('of silence keeps what was said before', async () => {
    const driver = scriptedDriver({ started: (run) => run.emit({ type: 'text', text: 'partial' }) });
    await withRoom(driver, async ({ runtimes, call, log }) => {
      const { result } = await observed(runtimes, call({ limits: quiet }));
      expect(result).toMatchObject({ status: 'timed_out', error: { code: 'IDLE_LIMIT' } });
      expect((await log(result.invocationId))[0]).toMatchObject({ event: { type: 'text', text: 'partial' } });
    });
  });

  it('of silence is not reached while somebody is asked', async () => {
    let answer: (said: 'approved') => void = () => {};
    const asked = new Promise<'approved'>((resolve) => {
      answer = resolve;
    });
    const driver = scriptedDriver({
      async started(run) {
        const said = await run.call.approve({
          requestId: 'r',
          tool: 'sh',
          argv: ['ls'],
          cwd: null,
          writes: [],
          input: {},
        });
        run.emit({ type: 'completed', content: said });
        run.end();
      },
    });
    const approve = () => asked;
    await withRoom(
      driver,
      async ({ runtimes, call }) => {
        const invocation = await runtimes.invoke(call({ limits: quiet }));
        const passed = performance.now() + 4 * quiet.idleMs;
        await until('the limit would have been reached', () => performance.now() > passed);
        answer('approved');
        expect(await invocation.result).toMatchObject({ status: 'completed', content: 'approved' });
      },
      { approve },
    );
  });

  it('that is none is a defect of the caller', async () => {
    await withRoom(scriptedDriver(), async ({ runtimes, call }) => {
      for (const wallMs of [0, Number.POSITIVE_INFINITY, Number.NaN]) {
        await expect(runtimes.invoke(call({ limits: { wallMs, idleMs: 1 } }))).rejects.toThrow(RangeError);
      }
    });
  });
});

describe('an approval', () => {
  const asking = (said: (answer: string) => void) =>
    scriptedDriver({
      async started(run) {
        said(await run.call.approve({ requestId: 'r', tool: 'sh', argv: null, cwd: null, writes: [], input: {} }));
        run.emit(completed);
        run.end();
      },
    });

  it('is denied where nobody is there to be asked, or asking fails', async () => {
    const failing = async (): Promise<'approved'> => {
      throw new Error('no table');
    };
    for (const options of [{}, { approve: failing }]) {
      let answer = '';
      await withRoom(
        asking((said) => {
          answer = said;
        }),
        async ({ runtimes, call }) => {
          await observed(runtimes, call());
        },
        options,
      );
      expect(answer).toBe('denied');
    }
  });

  it('is not waited for once the run is stopped', async () => {
    let answer = '';
    let waiting = false;
    const approve = () => {
      waiting = true;
      return new Promise<'approved'>(() => {});
    };
    const driver = asking((said) => {
      answer = said;
    });
    await withRoom(
      driver,
      async ({ runtimes, call }) => {
        const invocation = await runtimes.invoke(call());
        await until('it is asked', () => waiting);
        await invocation.stop('cancelled');
        await until('it is answered', () => answer === 'denied');
      },
      { approve },
    );
  });
});

describe('a driver that breaks its contract', () => {
  const broken = (more: Partial<OneShotRun>): Partial<RuntimeDriver> => ({
    createOneShot: () => ({
      launched: Promise.resolve(null),
      events: (async function* () {})(),
      exit: Promise.resolve(exited(0)),
      stop: async () => STOPPED,
      ...more,
    }),
  });

  it('by throwing at the start has started nothing', async () => {
    const createOneShot = () => {
      throw new Error('no such thing');
    };
    await withRoom(scriptedDriver({}, { createOneShot }), async ({ runtimes, call }) => {
      const { result, ends } = await observed(runtimes, call());
      expect(result).toMatchObject({ status: 'failed', error: { code: 'DRIVER_FAILED', class: 'launch' } });
      expect(ends).toBe(1);
    });
  });

  it('by throwing among its events is stopped and failed', async () => {
    const stops: StopReason[] = [];
    const events = (async function* (): AsyncGenerator<RuntimeEvent> {
      yield { type: 'text', text: 'hi' };
      throw new Error('lost my place');
    })();
    const stop = async (reason: StopReason) => {
      stops.push(reason);
      return STOPPED;
    };
    await withRoom(scriptedDriver({}, broken({ events, stop })), async ({ runtimes, call }) => {
      const { result } = await observed(runtimes, call());
      expect(result).toMatchObject({ status: 'failed', error: { code: 'DRIVER_FAILED', message: 'lost my place' } });
      expect(stops).toEqual(['cancelled']);
    });
  });

  it('by a second last word is heard once', async () => {
    const events = (async function* (): AsyncGenerator<RuntimeEvent> {
      yield completed;
      yield { type: 'failed', error: { code: 'LATE', class: 'back-end', message: 'late' } };
      yield { type: 'text', text: 'later' };
    })();
    await withRoom(scriptedDriver({}, broken({ events })), async ({ runtimes, call }) => {
      const { result, ends, events: published } = await observed(runtimes, call());
      expect(result).toMatchObject({ status: 'completed' });
      expect([ends, published.at(-1)?.type]).toEqual([1, 'completed']);
    });
  });
});
