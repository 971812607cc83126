import { type SpawnOptions, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ProcessId } from './identity.js';
import { SHIM, SHIM_NAME } from './shim.js';
import { readProcess } from './table.js';
import { TETHER, TETHER_NAME } from './tether.js';

export interface Command {
  /** Program and arguments; never a shell string. */
  argv: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** A descriptor, a pipe, or nothing. */
export type Stdio = number | 'pipe' | 'ignore';

export interface ProcessOptions {
  stdin: Stdio;
  stdout: Stdio;
  stderr: Stdio;
}

/** How a process ended. `error`: it could not be started at all. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  error: Error | null;
}

export interface Process {
  /** Null when it could not be started. */
  id: ProcessId | null;
  /** Always resolves, once. */
  exit: Promise<Exit>;
  /** The pipes asked for. */
  stdin: Writable | null;
  stdout: Readable | null;
  stderr: Readable | null;
  /** Lets the parent end before the child. */
  unref(): void;
}

/** A process that stands at its gate: it runs nothing until released. */
export interface GatedProcess extends Process {
  /** Opens the gate. */
  release(): void;
  /** Closes the gate for ever: the process ends without having run anything. */
  abandon(): void;
}

/** Starts a child as leader of its own session and process group, so that the whole group can be ended. */
export function startProcess(command: Command, options: ProcessOptions): Process {
  return start(command, [options.stdin, options.stdout, options.stderr]);
}

/** Starts a child behind the shim's gate. `command.env.ER_JOB_DIR` is where the shim keeps its records. */
export function startGated(command: Command, options: ProcessOptions): GatedProcess {
  const shimmed = { ...command, argv: ['/bin/sh', '-c', SHIM, SHIM_NAME, ...command.argv] };
  const child = start(shimmed, [options.stdin, options.stdout, 'ignore', 'pipe', options.stderr]);
  const gate = child.gate;
  // The child may be gone before the gate is opened; its exit tells that, not this pipe.
  gate?.on('error', () => {});
  return {
    ...child,
    release: () => {
      gate?.end('go\n');
    },
    abandon: () => {
      gate?.destroy();
    },
  };
}

/** A process that ends with its parent, however that one ends. */
export interface TetheredProcess extends Process {
  /** Lets go of it: to be called once it has ended, or right before its tree is stopped. */
  untie(): void;
}

/** Starts a child that does not outlive this process. */
export function startTethered(command: Command, options: ProcessOptions): TetheredProcess {
  const tied = { ...command, argv: ['/bin/sh', '-c', TETHER, TETHER_NAME, ...command.argv] };
  const child = start(tied, [options.stdin, options.stdout, options.stderr, 'pipe']);
  const tether = child.gate;
  tether?.on('error', () => {});
  return {
    ...child,
    untie: () => {
      tether?.end('go\n');
    },
  };
}

function start(command: Command, stdio: Stdio[]): Process & { gate: Writable | null } {
  const [program = '', ...rest] = command.argv;
  const options: SpawnOptions = { cwd: command.cwd, env: command.env, detached: true, stdio };
  let child: ReturnType<typeof spawn>;
  try {
    child = spawn(program, rest, options);
  } catch (error) {
    // Arguments that no system call can take (a NUL byte, too many) are refused before anything is started.
    const exit = Promise.resolve({ code: null, signal: null, error: error as Error });
    return { id: null, exit, stdin: null, stdout: null, stderr: null, gate: null, unref: () => {} };
  }
  const exit = new Promise<Exit>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal, error: null }));
  });
  return {
    id: child.pid === undefined ? null : identityOf(child.pid),
    exit,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    gate: (child.stdio[3] as Writable | null | undefined) ?? null,
    unref: () => child.unref(),
  };
}

/** Of a child just started: until this thread turns to its events it is not reaped, so even one that has ended is found. */
function identityOf(pid: number): ProcessId | null {
  const facts = readProcess(pid);
  return facts === null ? null : { pid, started_at: facts.started_at };
}
