import { INVOCATION_MARK, SUPERVISOR_MARK } from '../../processes/marks.js';
import type { ChildEnd } from '../../processes/supervised/child.js';
import type { Supervisor } from '../../processes/supervised/supervisor.js';
import type { DriverCall, OneShotRun, RunExit } from '../driver.js';
import { isTerminal, type RuntimeEvent } from '../events.js';
import type { RuntimeFailure } from '../failure.js';
import { EventQueue } from './event-queue.js';
import { failed, howItEnded, type LineMapper } from './line-mapper.js';

/** What is started for a call. */
export interface CommandLinePlan {
  /** The driver's own: its `shutdown` is the driver's. */
  readonly supervisor: Supervisor;
  /** The program, absolute, and its arguments; never a secret or a prompt. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Of `childEnvironment`. */
  readonly env: NodeJS.ProcessEnv;
  /** Written, then closed; null: nothing to read. */
  readonly stdin: string | null;
  readonly stop: { readonly signal: NodeJS.Signals; readonly graceMs: number };
  readonly mapper: LineMapper;
  /** Bytes at the end of stdout that `mapper.ended` gets. Default 64 KiB. */
  readonly keepStdout?: number;
  /** Removes what was made for this run; called once, when the process is gone or could not be started. */
  cleanup?(): void | Promise<void>;
  /** Another source of events beside stdout, for as long as the process runs. What it returns ends it, before `mapper.ended`. */
  follow?(emit: (event: RuntimeEvent) => void): () => void | Promise<void>;
}

/** How long a process may stay after its terminal event, and its output after its exit. */
export const DRAIN_MS = 500;
/** How long a success waits for the exit code that may belie it; a process that stays beyond that has succeeded. */
const CONFIRM_MS = 200;
const KEPT_OF_STDOUT = 64 * 1024;
export const REFUSED: RuntimeFailure = {
  code: 'SHUTTING_DOWN',
  class: 'shutdown',
  message: 'nothing is started any more: this process is shutting down',
};

/** Runs a command-line back-end once. */
export function commandLineRun(call: Pick<DriverCall, 'invocationId'>, plan: CommandLinePlan): OneShotRun {
  const { mapper } = plan;
  let terminal = false;
  let lingering: NodeJS.Timeout | null = null;
  const queue = new EventQueue<RuntimeEvent>({ pause: () => child?.pause(), resume: () => child?.resume() });

  /** A success that the process has not confirmed yet by how it ends. */
  let unconfirmed: RuntimeEvent | null = null;
  let confirming: NodeJS.Timeout | null = null;
  const conclude = (last: RuntimeEvent): void => {
    if (confirming !== null) clearTimeout(confirming);
    unconfirmed = null;
    queue.push(last);
    queue.end();
  };

  const publish = (events: readonly RuntimeEvent[]): void => {
    for (const event of events) {
      if (terminal) return;
      if (!isTerminal(event)) {
        queue.push(event);
        continue;
      }
      terminal = true;
      // A process that stays after its last word is ended.
      lingering = setTimeout(() => void child?.stop(), DRAIN_MS);
      if (event.type === 'failed') conclude(event);
      else {
        unconfirmed = event;
        confirming = setTimeout(() => conclude(event), CONFIRM_MS);
      }
    }
  };

  const { stderr } = mapper;
  const child = plan.supervisor.start(
    { argv: plan.argv, cwd: plan.cwd, env: plan.env },
    {
      stdin: plan.stdin === null ? 'none' : { text: plan.stdin },
      mark: { name: INVOCATION_MARK, value: call.invocationId },
      foreignMark: SUPERVISOR_MARK,
      stop: { signal: plan.stop.signal, grace_ms: plan.stop.graceMs },
      drainMs: DRAIN_MS,
      keepStdout: plan.keepStdout ?? KEPT_OF_STDOUT,
      onLine: (line) => publish(mapper.line(line)),
      ...(stderr === undefined
        ? {}
        : { onStderr: (line) => publish(stderr.call(mapper, 'text' in line ? line.text : JSON.stringify(line.json))) }),
    },
  );
  const endFollowing = child?.id == null ? null : (plan.follow?.((event) => publish([event])) ?? null);

  const settle = async (): Promise<RunExit> => {
    const end = child === null ? null : await child.ended;
    if (lingering !== null) clearTimeout(lingering);
    if (unconfirmed !== null) conclude(end === null ? unconfirmed : confirmedBy(end, unconfirmed));
    await endFollowing?.();
    const error = notStartedBecause(end, plan);
    // Before the cleaning up: what the back-end left for us to read may lie in what is removed.
    const lastEvents = end === null || error !== null || terminal ? [] : mapper.ended(end);
    const unclean = await cleanUp(plan);
    if (error !== null || end === null) {
      publish([failed(error ?? REFUSED)]);
      return { kind: 'not_started', error: error ?? REFUSED };
    }
    publish(lastEvents);
    if (unconfirmed !== null) conclude(confirmedBy(end, unconfirmed));
    const last = howItEnded(end) ?? unclean;
    if (!terminal && last !== null) publish([failed(last)]);
    if (lingering !== null) clearTimeout(lingering);
    queue.end();
    return { kind: 'exited', code: end.code, signal: end.signal, ours: end.ours, left: end.left };
  };

  const exit = settle();
  return {
    launched: Promise.resolve(child?.id ?? null),
    events: queue,
    exit,
    stop: () => child?.stop() ?? Promise.resolve({ confirmed: true, forced: false, unconfirmed: [], stopped: 0 }),
  };
}

/** A success is one where the process ends with 0, or is ended by us for staying. */
function confirmedBy(end: ChildEnd, success: RuntimeEvent): RuntimeEvent {
  if (end.ours || end.code === 0) return success;
  const how = end.code === null ? `was killed by ${end.signal ?? 'a signal'}` : `exited with ${end.code}`;
  return failed({
    code: 'EXIT_CODE',
    class: 'back-end',
    message: `it reported success, then ${how}`,
    outcome: 'unknown',
  });
}

/** A run that fails before anything is started. */
export function notStarted(error: RuntimeFailure): OneShotRun {
  const queue = new EventQueue<RuntimeEvent>({ pause: () => {}, resume: () => {} });
  queue.push(failed(error));
  queue.end();
  return {
    launched: Promise.resolve(null),
    events: queue,
    exit: Promise.resolve({ kind: 'not_started', error }),
    stop: () => Promise.resolve({ confirmed: true, forced: false, unconfirmed: [], stopped: 0 }),
  };
}

/** Why nothing was started; null where something was. */
export function notStartedBecause(
  end: ChildEnd | null,
  plan: Pick<CommandLinePlan, 'argv' | 'cwd'>,
): RuntimeFailure | null {
  if (end === null) return REFUSED;
  if (end.error === null) return null;
  const message = `${plan.argv[0]} could not be started in ${plan.cwd}: ${end.error.message}`;
  return { code: 'LAUNCH_FAILED', class: 'launch', message };
}

async function cleanUp(plan: CommandLinePlan): Promise<RuntimeFailure | null> {
  try {
    await plan.cleanup?.();
    return null;
  } catch (error) {
    return {
      code: 'CLEANUP_FAILED',
      class: 'cleanup',
      message: error instanceof Error ? error.message : String(error),
    };
  }
}
