import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** How a command ended. */
export interface Exit {
  code: number | null;
  signal: string | null;
}

/** What the command leaves running may hold its outputs open: after its exit they are read until they are silent for so long. */
const SILENCE_MS = 2_000;

export type Ended = { started: true; exit: Exit } | { started: false; message: string };

export type TakeOutput = (stream: 'stdout' | 'stderr', chunk: Buffer) => void;

/** Runs a command without a shell. Its output is passed on to ours, which the job keeps as files, and to `take`, at the speed of both. */
export function runCommand(argv: readonly string[], cwd: string, take: TakeOutput): Promise<Ended> {
  const [program = '', ...args] = argv;
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(program, args, { cwd, env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      resolve({ started: false, message: error instanceof Error ? error.message : String(error) });
      return;
    }
    let silence: NodeJS.Timeout | undefined;
    let exited = false;
    const closeWhenSilent = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, SILENCE_MS);
    };
    const onOutput = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
      take(stream, chunk);
      if (exited) closeWhenSilent();
    };
    if (child.stdout) forward(child.stdout, process.stdout, onOutput('stdout'));
    if (child.stderr) forward(child.stderr, process.stderr, onOutput('stderr'));
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(silence);
      resolve({ started: false, message: error.code ?? error.message });
    });
    child.once('exit', () => {
      exited = true;
      closeWhenSilent();
    });
    child.once('close', (code, signal) => {
      clearTimeout(silence);
      resolve({ started: true, exit: { code, signal } });
    });
  });
}

function forward(from: Readable, to: Writable, take: (chunk: Buffer) => void): void {
  let open = true;
  to.once('error', () => {
    // Nobody reads our output any more: the result still counts.
    open = false;
    from.resume();
  });
  from.on('data', (chunk: Buffer) => {
    take(chunk);
    if (!open || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}

/** A test runner started below another one must not take itself for its part. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _context, ...rest } = process.env;
  return rest;
}
