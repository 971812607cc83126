import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface Ended {
  code: number | null;
  lines: string[];
  errors: string;
}

export interface Child {
  process: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The next line it prints. */
  line(): Promise<string>;
  send(line: string): void;
  ended: Promise<Ended>;
}

/** A fixture program, bundled with the sources it needs into `directory`. */
export function program(name: string, directory: string, fixtures = new URL('fixtures/', import.meta.url)): string {
  const { resolve } = createRequire(import.meta.url);
  const addon = resolve('libsql');
  // The command: the library would leave its service running.
  execFileSync(resolve('esbuild/bin/esbuild'), [
    fileURLToPath(new URL(`${name}.ts`, fixtures)),
    `--outdir=${directory}`,
    '--entry-names=[name]',
    '--out-extension:.js=.mjs',
    '--bundle',
    '--splitting',
    '--platform=node',
    '--format=esm',
    '--target=node20',
    '--log-level=error',
    `--alias:libsql=${addon}`,
    `--external:${addon}`,
  ]);
  return join(directory, `${name}.mjs`);
}

export function run(script: string, ...args: string[]): Child {
  return started(script, args, {});
}

/** Root may write anything: the program then runs as nobody. */
export function runAsPlainUser(script: string, ...args: string[]): Child {
  return started(script, args, process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {});
}

/** As root in a folder that is root's alone, a plain user could not even load the program. */
export function plainUserReaches(): boolean {
  if (process.geteuid?.() !== 0) return true;
  const here = fileURLToPath(import.meta.url);
  const folders = here.split(sep).map((_, at, parts) => parts.slice(0, at).join(sep) || sep);
  return folders.every((folder) => (statSync(folder).mode & 0o005) === 0o005);
}

function started(script: string, args: readonly string[], identity: { uid?: number; gid?: number }): Child {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'pipe'], ...identity });
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let taken = 0;
  let rest = '';
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  child.stdout.on('data', (data: Buffer) => {
    const parts = (rest + data.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      waiting.shift()?.(line);
    }
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      for (const give of waiting.splice(0)) give(`ended with ${code}: ${errors}`);
      resolve({ code, lines, errors });
    });
  });
  return {
    process: child,
    ended,
    send: (line) => child.stdin.write(`${line}\n`),
    line() {
      const index = taken;
      taken += 1;
      const known = lines[index];
      return known === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(known);
    },
  };
}
