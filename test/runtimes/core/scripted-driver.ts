import type { StopReport } from '../../../src/processes/stop.js';
import { EventQueue } from '../../../src/runtimes/command-line/event-queue.js';
import { textCodec } from '../../../src/runtimes/conversation.js';
import type {
  DriverCall,
  OneShotRun,
  RunExit,
  RuntimeDriver,
  StopReason,
  TurnCall,
} from '../../../src/runtimes/driver.js';
import { isTerminal, type RuntimeEvent } from '../../../src/runtimes/events.js';
import type { DriverLoader } from '../../../src/runtimes/registry.js';

/** A run that a test plays itself. */
export interface ScriptedRun {
  readonly call: DriverCall;
  /** One prompt of an interactive session. */
  readonly turn: TurnCall | null;
  readonly stops: readonly StopReason[];
  emit(...events: readonly RuntimeEvent[]): void;
  /** No events any more, and the exit. */
  end(exit?: RunExit): void;
}

export const STOPPED: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 1 };
export const exited = (code: number | null, more: Partial<Extract<RunExit, { kind: 'exited' }>> = {}): RunExit => ({
  kind: 'exited',
  code,
  signal: null,
  ours: false,
  left: null,
  ...more,
});

export interface Script {
  readonly started?: (run: ScriptedRun) => void;
  /** Default: it ends at once, by our signal. */
  readonly stopped?: (run: ScriptedRun, reason: StopReason) => StopReport;
}

const ALL = ['fresh', 'resume-preferred', 'resume-required'] as const;

export function scriptedDriver(script: Script = {}, more: Partial<RuntimeDriver> = {}): RuntimeDriver {
  const play = (call: DriverCall, turn: TurnCall | null = null): OneShotRun => {
    const queue = new EventQueue<RuntimeEvent>({ pause: () => {}, resume: () => {} });
    const stops: StopReason[] = [];
    let settle: (exit: RunExit) => void = () => {};
    let stopping: Promise<StopReport> | null = null;
    const exit = new Promise<RunExit>((resolve) => {
      settle = resolve;
    });
    const run: ScriptedRun = {
      call,
      turn,
      stops,
      emit(...events) {
        for (const event of events) {
          queue.push(event);
          if (isTerminal(event)) queue.end();
        }
      },
      end(ended = turn === null ? exited(0) : { kind: 'settled' }) {
        queue.end();
        settle(ended);
      },
    };
    queueMicrotask(() => script.started?.(run));
    return {
      launched: Promise.resolve(null),
      events: queue,
      exit,
      stop(reason) {
        stops.push(reason);
        stopping ??= (async () => {
          if (script.stopped !== undefined) return script.stopped(run, reason);
          run.end(exited(null, { signal: 'SIGTERM', ours: true }));
          return STOPPED;
        })();
        return stopping;
      },
    };
  };
  return {
    runtimeId: 'codex',
    surfaces: {
      task: { oneshot: ALL, interactive: ALL },
      chat: { interactive: ALL },
      'channel-test': { oneshot: ['fresh'] },
      cleanup: { oneshot: ['resume-required'] },
    },
    codec: textCodec('codex'),
    channelFields: [],
    createOneShot: (call) => play(call),
    testChannel: (call) => play(call),
    createInteractive(call) {
      let running: OneShotRun | null = null;
      let state: 'idle' | 'busy' | 'detached' = 'idle';
      return {
        launched: Promise.resolve(null),
        send(turn) {
          state = 'busy';
          running = play(call, turn);
          void running.exit.then((exit) => {
            state = exit.kind === 'settled' ? 'idle' : 'detached';
          });
          return running;
        },
        interrupt: async (reason) => (await running?.stop(reason)) ?? STOPPED,
        async detach() {
          state = 'detached';
          return STOPPED;
        },
        snapshot: () => ({ state, sessionId: null, process: null, queued: 0 }),
      };
    },
    deleteSession: async () => null,
    shutdown: async () => {},
    ...more,
  };
}

export const loaderOf = (driver: RuntimeDriver): DriverLoader => ({
  runtimeId: driver.runtimeId,
  load: async () => driver,
});
