import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessId } from './identity.js';
import { signalOne } from './stop.js';
import { readAllProcesses } from './table.js';

const FIRST_LOOK_MS = 5;
const LONGEST_LOOK_MS = 100;

/**
 * Asks the program behind a shim, and nothing that it started, to end: SIGTERM to the shim's children, `ms` for them and the shim to be
 * gone. A program that drives others can then end them in their own way first. Resolves with how many were asked; whatever is left is
 * the caller's to stop.
 */
export async function askToEnd(shim: ProcessId, ms: number): Promise<number> {
  const asked: ProcessId[] = readAllProcesses()
    .filter((one) => one.parent === shim.pid && !one.zombie)
    .map(({ pid, started_at }) => ({ pid, started_at }));
  if (!isAlive(shim) || asked.length === 0) return 0;
  for (const one of asked) signalOne(one, 'SIGTERM');
  const ends = performance.now() + ms;
  for (let rest = FIRST_LOOK_MS; isAlive(shim); rest = Math.min(1.5 * rest, LONGEST_LOOK_MS)) {
    const left = ends - performance.now();
    if (left <= 0) break;
    await delay(Math.min(rest, left));
  }
  return asked.length;
}
