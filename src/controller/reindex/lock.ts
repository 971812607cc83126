import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';

/** A holder that is older than this was killed. */
const STALE_MS = 10 * 60_000;

/** Runs the work unless another process is at it. */
export function withLock(file: string, work: () => void): void {
  const taken = statSync(file, { throwIfNoEntry: false });
  if (taken !== undefined && Date.now() - taken.mtimeMs > STALE_MS) rmSync(file, { force: true });
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx');
  } catch {
    return;
  }
  try {
    writeSync(descriptor, String(process.pid));
    work();
  } finally {
    closeSync(descriptor);
    rmSync(file, { force: true });
  }
}
