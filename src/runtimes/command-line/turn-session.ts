import { setTimeout as delay } from 'node:timers/promises';
import { INVOCATION_MARK, SUPERVISOR_MARK } from '../../processes/marks.js';
import type { StopReport } from '../../processes/stop.js';
import type { ChildEnd, SupervisedChild } from '../../processes/supervised/child.js';
import type { DriverCall, InteractiveSession, RunExit, TurnCall } from '../driver.js';
import { isTerminal, type RuntimeEvent } from '../events.js';
import type { RuntimeFailure } from '../failure.js';
import { EventQueue } from './event-queue.js';
import { failed, howItEnded } from './line-mapper.js';
import { type CommandLinePlan, DRAIN_MS, notStartedBecause, REFUSED } from './run.js';
import type { TurnProtocol } from './turn-protocol.js';

export interface SessionPlan extends Pick<CommandLinePlan, 'supervisor' | 'argv' | 'cwd' | 'env' | 'stop' | 'cleanup'> {
  readonly protocol: TurnProtocol;
}

export interface CommandLineSession extends InteractiveSession {
  /** Resolves once, when nothing of the process is left. */
  readonly ended: Promise<RunExit>;
}

interface RunningTurn {
  readonly call: TurnCall;
  readonly queue: EventQueue<RuntimeEvent>;
  readonly exit: Promise<RunExit>;
  finish(exit: RunExit): void;
  begun: boolean;
  done: boolean;
  interrupting: Promise<StopReport> | null;
}

/** How long a back-end gets to end a turn it was asked to interrupt, and to exit once its stdin is closed. */
const INTERRUPT_MS = 5_000;
const LEAVE_MS = 2_500;
const NOTHING_STOPPED: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };
const DETACHED: RuntimeFailure = {
  code: 'SESSION_DETACHED',
  class: 'conversation',
  message: 'the session was detached before this prompt; continue it with a new one',
};

/** Starts a back-end that takes several prompts, and gives it one at a time. */
export function turnSession(call: Pick<DriverCall, 'invocationId'>, plan: SessionPlan): CommandLineSession {
  const { protocol } = plan;
  const turns: RunningTurn[] = [];
  let opened: 'no' | 'yes' | RuntimeFailure = 'no';
  let gone: RunExit | null = null;
  let detaching: Promise<StopReport> | null = null;

  const child = plan.supervisor.start(
    { argv: plan.argv, cwd: plan.cwd, env: plan.env },
    {
      stdin: 'open',
      mark: { name: INVOCATION_MARK, value: call.invocationId },
      foreignMark: SUPERVISOR_MARK,
      stop: { signal: plan.stop.signal, grace_ms: plan.stop.graceMs },
      drainMs: DRAIN_MS,
      keepStdout: 0,
      onLine: (line) => protocol.line(line),
      onStderr: (line) => protocol.stderr?.('text' in line ? line.text : JSON.stringify(line.json)),
    },
  );

  const finish = (turn: RunningTurn, exit: RunExit): void => {
    if (turn.done) return;
    turn.done = true;
    turn.queue.end();
    turn.finish(exit);
    const at = turns.indexOf(turn);
    if (at !== -1) turns.splice(at, 1);
  };

  const emit = (turn: RunningTurn, event: RuntimeEvent): void => {
    if (turn.done) return;
    turn.queue.push(event);
    if (!isTerminal(event)) return;
    finish(turn, { kind: 'settled' });
    next();
  };

  /** Gives the next prompt, where none is running. */
  const next = (): void => {
    const [turn] = turns;
    if (turn === undefined || turn.begun || opened === 'no' || gone !== null) return;
    turn.begun = true;
    if (opened === 'yes') protocol.begin(turn.call, (event) => emit(turn, event));
    else emit(turn, failed(opened));
  };

  const settle = async (): Promise<RunExit> => {
    const end = child === null ? null : await child.ended;
    const unstarted = notStartedBecause(end, plan);
    const why = end === null || unstarted !== null ? unstarted : (protocol.ended(end) ?? howItEnded(end));
    gone = exitOf(end, unstarted);
    for (const turn of [...turns]) {
      if (why !== null) turn.queue.push(failed(why));
      finish(turn, gone);
    }
    await plan.cleanup?.();
    return gone;
  };
  const ended = settle();

  if (child?.id != null) {
    void protocol.open({ write: (text) => child.write(text) }).then((problem) => {
      opened = problem ?? 'yes';
      next();
    });
  }

  const interrupt = async (turn: RunningTurn): Promise<StopReport> => {
    if (turn.begun) protocol.interrupt();
    const patience = new AbortController();
    const late = delay(turn.begun ? INTERRUPT_MS : 0, null, { signal: patience.signal }).catch(() => null);
    const exit = await Promise.race([turn.exit, late]);
    patience.abort();
    return exit === null ? stopped(child) : NOTHING_STOPPED;
  };

  return {
    launched: Promise.resolve(child?.id ?? null),
    ended,
    send: (turnCall) => {
      const turn = newTurn(turnCall, child);
      if (gone !== null || detaching !== null) {
        turn.queue.push(failed(DETACHED));
        finish(turn, { kind: 'not_started', error: DETACHED });
      } else {
        turns.push(turn);
        next();
      }
      return { events: turn.queue, exit: turn.exit };
    },
    interrupt: () => {
      const [turn] = turns;
      if (turn === undefined) return Promise.resolve(NOTHING_STOPPED);
      turn.interrupting ??= interrupt(turn);
      return turn.interrupting;
    },
    detach: () => {
      detaching ??= (async () => {
        const report = await stopped(child, { ask: () => child?.closeStdin(), askMs: LEAVE_MS });
        await ended;
        return report;
      })();
      return detaching;
    },
    snapshot: () => ({
      state: gone !== null || detaching !== null ? 'detached' : turns.length > 0 ? 'busy' : 'idle',
      sessionId: protocol.sessionId,
      process: child?.id ?? null,
      queued: Math.max(0, turns.length - 1),
    }),
  };
}

function stopped(child: SupervisedChild | null, ask?: { ask: () => void; askMs: number }): Promise<StopReport> {
  return child === null ? Promise.resolve(NOTHING_STOPPED) : child.stop(ask);
}

function newTurn(call: TurnCall, child: SupervisedChild | null): RunningTurn {
  let finish: (exit: RunExit) => void = () => {};
  const exit = new Promise<RunExit>((resolve) => {
    finish = resolve;
  });
  const queue = new EventQueue<RuntimeEvent>({ pause: () => child?.pause(), resume: () => child?.resume() });
  return { call, queue, exit, finish, begun: false, done: false, interrupting: null };
}

function exitOf(end: ChildEnd | null, unstarted: RuntimeFailure | null): RunExit {
  if (end === null || unstarted !== null) return { kind: 'not_started', error: unstarted ?? REFUSED };
  return { kind: 'exited', code: end.code, signal: end.signal, ours: end.ours, left: end.left };
}
