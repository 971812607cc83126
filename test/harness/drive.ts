import { execFileSync, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import type { Errand } from './job-driver.js';
import type { TestRoom } from './job-room.js';

const DRIVER = fileURLToPath(new URL(`../../dist/test/job-driver-${process.pid}.mjs`, import.meta.url));
const SOURCE = fileURLToPath(new URL('job-driver.ts', import.meta.url));
const ESBUILD = fileURLToPath(new URL('../../node_modules/.bin/esbuild', import.meta.url));
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Builds the driver before the tests of a file. */
export function useDriver(): void {
  beforeAll(() => {
    // Its command, not its library: that one keeps a process of its own running.
    const options = ['--bundle', '--platform=node', '--format=esm', '--target=node20', '--external:libsql'];
    execFileSync(
      ESBUILD,
      [SOURCE, `--outfile=${DRIVER}`, `--banner:js=${REQUIRE}`, '--log-level=warning', ...options],
      {
        stdio: 'inherit',
      },
    );
    return () => rm(DRIVER, { force: true });
  });
}

export interface Driven {
  results: unknown[];
  signal: NodeJS.Signals | null;
}

/** The command that does an errand, to be run from anywhere. */
export function errandCommand(
  room: TestRoom,
  command: Errand['command'],
  options: { run_id?: string; times?: number } = {},
): string[] {
  const { store: _store, now: _now, dir: _dir, environment_id, round_id, ...plain } = room;
  const errand: Errand = {
    command,
    room: plain,
    environment_id,
    round_id,
    run_id: options.run_id ?? null,
    times: options.times ?? 1,
  };
  return [process.execPath, DRIVER, JSON.stringify(errand)];
}

/** Does an errand in a process of its own, which may be killed at a fault point. */
export function drive(
  room: TestRoom,
  command: Errand['command'],
  options: { run_id?: string; times?: number; fault?: string } = {},
): Promise<Driven> {
  const [program = '', ...args] = errandCommand(room, command, options);
  const env = options.fault === undefined ? process.env : { ...process.env, ER_FAULT_POINT: options.fault };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.on('error', reject);
    child.on('close', (_code, signal) =>
      resolve({ results: out === '' ? [] : (JSON.parse(out) as unknown[]), signal }),
    );
  });
}
