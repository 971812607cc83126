import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessId } from '../identity.js';
import { type Command, type Exit, startProcess } from '../process.js';
import { type StopOptions, type StopReport, stopTree } from '../stop.js';
import type { Tree } from '../tree.js';
import { type Line, LineReader } from './line-reader.js';
import { TextTail } from './text-tail.js';

export interface Supervision {
  /** A text: written, then closed. `open`: kept for `write`. `none`: nothing can be read there. */
  readonly stdin: { readonly text: string } | 'open' | 'none';
  /** A variable of `command.env` that finds again what leaves the process group. */
  readonly mark: { readonly name: string; readonly value: string };
  /** Processes with this variable are not ended with the child. */
  readonly foreignMark: string | null;
  readonly stop: StopOptions;
  /** How long its output may stay silent, after it has exited, before it counts as ended. */
  readonly drainMs: number;
  /** Bytes of stdout that `ChildEnd.stdoutTail` keeps. */
  readonly keepStdout: number;
  readonly onLine: (line: Line) => void;
  readonly onStderr?: (line: Line) => void;
}

/** How it ended: nothing of it is left, but what `left` or the stop's report name as unconfirmed. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It could not be started. */
  readonly error: Error | null;
  /** A stop came before the exit. */
  readonly ours: boolean;
  /** What it had started and left running, and that was ended; null where there was nothing. */
  readonly left: StopReport | null;
  readonly stdoutTail: string;
  readonly stderrTail: string;
}

export interface SupervisedChild {
  /** Null when it could not be started. */
  readonly id: ProcessId | null;
  /** Resolves once, never rejects: after the last line was given. */
  readonly ended: Promise<ChildEnd>;
  /** To a stdin that was kept open; nothing happens once the child has closed it. */
  write(text: string): void;
  closeStdin(): void;
  /** Holds its output back until `resume`. What has exited or is being stopped is read all the same. */
  pause(): void;
  resume(): void;
  /**
   * Ends it with everything it started. `ask`: what makes it end by itself, which it gets `askMs` for. All calls share the first one's result.
   */
  stop(ask?: { readonly ask: () => void; readonly askMs: number }): Promise<StopReport>;
}

const STDERR_KEPT = 64 * 1024;
/** Bound on reading from what goes on writing after the child has exited. */
const LONGEST_DRAIN_MS = 5_000;
const LEFT_GRACE_MS = 1_000;
const NOTHING_TO_STOP: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

/** Starts a program, without a shell, as leader of its own process group, and owns it until nothing of it is left. */
export function startSupervised(command: Command, supervision: Supervision): SupervisedChild {
  const { drainMs } = supervision;
  const child = startProcess(command, {
    stdin: supervision.stdin === 'none' ? 'ignore' : 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const { id, stdin, stdout, stderr } = child;
  const tree = id === null ? null : treeOf(id, supervision);
  let exited = false;
  let stopping: Promise<StopReport> | null = null;
  let giveUp: (exit: Exit) => void = () => {};
  /** A process that even SIGKILL does not end is not waited for. */
  const unstoppable = new Promise<Exit>((resolve) => {
    giveUp = resolve;
  });

  // A child that closes its stdin early is no fault of ours; its exit tells what happened.
  stdin?.on('error', () => {});
  if (supervision.stdin !== 'none' && supervision.stdin !== 'open') stdin?.end(supervision.stdin.text);

  let lastHeard = performance.now();
  const stdoutTail = new TextTail(supervision.keepStdout);
  const stderrTail = new TextTail(STDERR_KEPT);
  const lines = new LineReader(supervision.onLine);
  const remarks = supervision.onStderr === undefined ? null : new LineReader(supervision.onStderr);
  stdout?.on('data', (piece: Buffer) => {
    lastHeard = performance.now();
    stdoutTail.add(piece);
    lines.push(piece);
  });
  stderr?.on('data', (piece: Buffer) => {
    lastHeard = performance.now();
    stderrTail.add(piece);
    remarks?.push(piece);
  });
  const closed = Promise.all([closing(stdout), closing(stderr)]).then(() => true);

  /** Until its output is closed, or silent for long enough. */
  const drain = async (): Promise<void> => {
    lastHeard = performance.now();
    const latest = lastHeard + LONGEST_DRAIN_MS;
    for (let now = lastHeard; now < Math.min(lastHeard + drainMs, latest); now = performance.now()) {
      const quiet = new AbortController();
      const wait = delay(Math.min(lastHeard + drainMs, latest) - now, false, { signal: quiet.signal });
      const done = await Promise.race([closed, wait.catch(() => false)]);
      quiet.abort();
      if (done) return;
    }
  };

  const settle = async (): Promise<ChildEnd> => {
    const exit = await Promise.race([child.exit, unstoppable]);
    const ours = stopping !== null;
    exited = true;
    stdout?.resume();
    let left: StopReport | null = null;
    if (tree !== null) {
      await drain();
      const report = ours ? await stopping : await stopTree(tree, { grace_ms: LEFT_GRACE_MS });
      left = ours || report === null || report.stopped === 0 ? null : report;
      await drain();
    }
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
    lines.end();
    remarks?.end();
    return { ...exit, ours, left, stdoutTail: stdoutTail.text(), stderrTail: stderrTail.text() };
  };
  const ended = settle();

  const end = async (ask?: { ask: () => void; askMs: number }): Promise<StopReport> => {
    if (tree === null) return NOTHING_TO_STOP;
    stdout?.resume();
    if (ask !== undefined) {
      ask.ask();
      const patience = new AbortController();
      await Promise.race([child.exit, delay(ask.askMs, null, { signal: patience.signal }).catch(() => null)]);
      patience.abort();
    }
    const report = await stopTree(tree, supervision.stop);
    if (report.unconfirmed.includes(tree.root.pid)) giveUp({ code: null, signal: null, error: null });
    return report;
  };

  return {
    id,
    ended,
    write: (text) => {
      if (stdin !== null && !stdin.destroyed && !stdin.writableEnded) stdin.write(text);
    },
    closeStdin: () => {
      stdin?.end();
    },
    pause: () => {
      if (!exited && stopping === null) stdout?.pause();
    },
    resume: () => {
      stdout?.resume();
    },
    stop: (ask) => {
      if (exited && stopping === null) return ended.then((one) => one.left ?? NOTHING_TO_STOP);
      stopping ??= end(ask);
      return stopping;
    },
  };
}

function treeOf(root: ProcessId, supervision: Supervision): Tree {
  return { root, mark: supervision.mark, directory: null, foreign_mark: supervision.foreignMark };
}

function closing(stream: NodeJS.ReadableStream | null): Promise<void> {
  if (stream === null) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once('close', () => resolve());
    stream.once('error', () => resolve());
  });
}
