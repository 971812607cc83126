import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from './project.js';

const BIN = fileURLToPath(new URL('../../bin/environment-runtime.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A shell script that starts the command with `exec "$0" "$@"`. */
  readonly script?: string;
}

/** The environment of a user who has nothing of ours set. */
export function userEnv({ home }: TestProject, env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { ER_RUN_ID: _id, LC_ALL: _all, LC_MESSAGES: _messages, ...rest } = process.env;
  return { ...rest, HOME: home, LANG: 'en_US.UTF-8', ...env };
}

/** Starts the real command in the project's folder. */
export function start(
  project: TestProject,
  args: readonly string[],
  { stdin = '', env, cwd, script }: CommandOptions = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const [program = '', ...rest] = [...(script === undefined ? [] : ['/bin/sh', '-c', script]), process.execPath, BIN];
  const child = spawn(program, [...rest, ...args], { cwd: cwd ?? project.dir, env: userEnv(project, env) });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

/** Runs the real command to its end. */
export function command(project: TestProject, args: readonly string[], options?: CommandOptions): Promise<Ended> {
  return start(project, args, options).ended;
}

/** The one JSON value that a command with `--json` prints. */
export async function json<T>(project: TestProject, args: readonly string[], options?: CommandOptions): Promise<T> {
  const { stdout, stderr, code } = await command(project, [...args, '--json'], options);
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(
      `no JSON (exit code ${code}) on stdout: ${stdout.slice(0, 500)}\nstderr: ${stderr.slice(0, 2_000)}`,
    );
  }
}
