import { setTimeout as delay } from 'node:timers/promises';
import type { StopReport } from '../processes/stop.js';
import type { OneShotRun, RunExit, StopReason } from './driver.js';
import type { Recorder } from './recorder.js';
import type { RuntimeRequest } from './request.js';
import { type Watchdog, watch } from './watchdog.js';

/** After the exit, a stream of events that brings nothing for so long is not waited for any more. */
const DRAIN_MS = 5_000;

const NOTHING_RAN: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

export interface ConductParts {
  readonly recorder: Recorder;
  readonly limits: RuntimeRequest['limits'];
  readonly signal: AbortSignal | undefined;
  /** Called at once, unless the signal is aborted already. */
  readonly start: (control: RunControl) => OneShotRun;
  /** Everything of the run is gone. */
  readonly cleanUp: (exit: RunExit) => Promise<void>;
}

/** What a run may need of who conducts it. */
export interface RunControl {
  /** Aborted as soon as the run is to end. */
  readonly stopping: AbortSignal;
  /** As long as it is held, silence is no sign of a hang. */
  hold(): () => void;
}

export interface Conducted {
  stop(reason: StopReason): Promise<StopReport>;
  readonly gone: Promise<RunExit>;
}

/** Joins a run and its recorder: events and exit one way, limits and stops the other. */
export function conduct({ recorder, limits, signal, start, cleanUp }: ConductParts): Conducted {
  const stopping = new AbortController();
  const watchdog = watch(limits, (reason) => void stop(reason));
  let stopped: Promise<StopReport> | null = null;
  const run = signal?.aborted ? null : startRun(start, { stopping: stopping.signal, hold: watchdog.hold });

  function stop(reason: StopReason): Promise<StopReport> {
    stopping.abort();
    // On record before the run can answer it.
    if (reason !== 'recording_failed') void recorder.interrupted(reason);
    return end(reason);
  }
  function end(reason: StopReason): Promise<StopReport> {
    if (run === null) return Promise.resolve(NOTHING_RAN);
    stopped = run.stop(reason);
    return stopped;
  }
  const cancel = () => void stop('cancelled');
  const halt = () => {
    stopping.abort();
    void end(recorder.halted.reason as StopReason);
  };

  async function conducted(): Promise<RunExit> {
    if (run === null) {
      await recorder.interrupted('cancelled');
      return { kind: 'settled' };
    }
    const launched = run.launched.then((process) => (process === null ? undefined : recorder.launched(process)));
    const pumped = pump(run, recorder, watchdog);
    const exit = await run.exit;
    await Promise.all([launched, drained(pumped)]);
    return withStop(exit, await stopped);
  }

  signal?.addEventListener('abort', cancel);
  recorder.halted.addEventListener('abort', halt);
  const gone = conducted().then(async (exit) => {
    watchdog.end();
    signal?.removeEventListener('abort', cancel);
    recorder.halted.removeEventListener('abort', halt);
    await recorder.exit(exit);
    // A folder that cannot be removed now is removed by the next start-up, which finds its recorder gone.
    await cleanUp(exit).catch(() => {});
    return exit;
  });
  return { stop, gone };
}

/** A stop that left something running is part of how it ended. */
function withStop(exit: RunExit, report: StopReport | null): RunExit {
  if (report === null || report.confirmed) return exit;
  if (exit.kind === 'exited') return { ...exit, left: exit.left ?? report };
  return { kind: 'exited', code: null, signal: null, ours: true, left: report };
}

/** A driver that throws has started nothing. */
function startRun(start: ConductParts['start'], control: RunControl): OneShotRun {
  try {
    return start(control);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      launched: Promise.resolve(null),
      events: (async function* () {})(),
      exit: Promise.resolve({ kind: 'not_started', error: { code: 'DRIVER_FAILED', class: 'launch', message } }),
      stop: async () => NOTHING_RAN,
    };
  }
}

interface Pump {
  readonly done: Promise<void>;
  /** Events so far. */
  count(): number;
}

function pump(run: OneShotRun, recorder: Recorder, watchdog: Watchdog): Pump {
  let count = 0;
  const work = async (): Promise<void> => {
    try {
      for await (const event of run.events) {
        count += 1;
        const release = watchdog.hold();
        await recorder.event(event);
        release();
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const failure = { code: 'DRIVER_FAILED', class: 'protocol', message, outcome: 'unknown' } as const;
      await recorder.event({ type: 'failed', error: failure });
      await run.stop('cancelled');
    }
  };
  return { done: work(), count: () => count };
}

/** All events are recorded, or no more come. */
async function drained(pumped: Pump): Promise<void> {
  const waiting = new AbortController();
  const done = pumped.done.then(() => waiting.abort());
  for (let before = -1; !waiting.signal.aborted && before !== pumped.count(); ) {
    before = pumped.count();
    await Promise.race([done, delay(DRAIN_MS, undefined, { signal: waiting.signal }).catch(() => {})]);
  }
}
