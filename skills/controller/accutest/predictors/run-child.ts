import { type ChildProcess, spawn } from 'node:child_process';
import { oneLine } from '../../../kit/bounded-text.js';
import { decodeText } from '../../../kit/decode-text.js';
import type { Exit } from '../../../kit/run-command.js';
import { LineSplitter } from './line-splitter.js';

const TAIL_BYTES = 4_096;
const TAIL_LINES = 3;
/** After the exit, outputs that something else still holds open are read no longer than this. */
const DRAIN_MS = 1_000;

export type ChildEnd =
  | { kind: 'exited'; exit: Exit }
  | { kind: 'timed_out' }
  /** It was stopped because of what it printed. */
  | { kind: 'stopped' }
  | { kind: 'not_started'; message: string };

export interface ChildRun {
  end: ChildEnd;
  /** The last lines of stderr, for people. */
  said: string;
}

export interface ChildOptions {
  argv: readonly string[];
  cwd: string;
  input: string;
  timeout_ms: number;
  /** Every line of stdout, without its end. False stops the child. */
  takeLine(line: string): boolean;
}

/**
 * Runs a predictor: its input is written, its lines are read as they come, its stderr is passed on to ours. It is a process group of its
 * own, so that what it has started goes with it when it has to be stopped.
 */
export function runChild({ argv, cwd, input, timeout_ms, takeLine }: ChildOptions): Promise<ChildRun> {
  return new Promise((resolve) => {
    const [program = '', ...args] = argv;
    let child: ChildProcess;
    try {
      child = spawn(program, args, { cwd, stdio: 'pipe', detached: true });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      resolve({ end: { kind: 'not_started', message }, said: '' });
      return;
    }
    let reason: ChildEnd | null = null;
    let drain: NodeJS.Timeout | undefined;
    let tail = Buffer.alloc(0);
    const stop = (end: ChildEnd): void => {
      reason ??= end;
      killGroup(child);
    };
    const onSignal = (): void => {
      killGroup(child);
      process.exit(143);
    };
    const timer = setTimeout(() => stop({ kind: 'timed_out' }), timeout_ms);
    process.once('SIGTERM', onSignal);
    const settle = (end: ChildEnd): void => {
      clearTimeout(timer);
      clearTimeout(drain);
      process.off('SIGTERM', onSignal);
      // What is left of the group has nobody to answer to.
      killGroup(child);
      const said = decodeText(tail)
        .split('\n')
        .filter((line) => line.trim() !== '');
      resolve({
        end: reason ?? end,
        said: said
          .slice(-TAIL_LINES)
          .map((line) => oneLine(line, 300))
          .join('\n'),
      });
    };

    const lines = new LineSplitter((line) => reason !== null || takeLine(line));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (reason === null && !lines.feed(chunk)) stop({ kind: 'stopped' });
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      if (!process.stderr.write(chunk)) {
        child.stderr?.pause();
        process.stderr.once('drain', () => child.stderr?.resume());
      }
    });
    // One that does not read all of its input is judged by what it prints.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle({
        kind: 'not_started',
        message: error.code === 'ENOENT' ? 'ENOENT (not found)' : (error.code ?? error.message),
      });
    });
    child.once('exit', () => {
      drain = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, DRAIN_MS);
    });
    child.once('close', (code, signal) => {
      if (reason === null && !lines.finish()) reason = { kind: 'stopped' };
      settle({ kind: 'exited', exit: { code, signal } });
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
