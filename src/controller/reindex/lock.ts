import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { readBoundedText } from '../../config/bounded-file.js';
import { ownerAlive, ownerName } from '../../processes/identity.js';

/** A holder that nobody here can ask after, such as one on another machine, holds no longer than this. */
const UNKNOWN_MS = 10 * 60_000;
const MOST_BYTES = 1024;

/** Runs the work unless another process is at it. A lock names its holder: what a dead one left holds nothing. */
export function withLock(file: string, work: () => void): void {
  if (!(taken(file) || (isLeftOver(file) && taken(file)))) return;
  try {
    work();
  } finally {
    rmSync(file, { force: true });
  }
}

function taken(file: string): boolean {
  try {
    writeFileSync(file, ownerName(), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** True where it has been removed. Two that remove it at once both build, which is only slower. */
function isLeftOver(file: string): boolean {
  try {
    const holder = readBoundedText(file, MOST_BYTES);
    const alive = holder.ok ? ownerAlive(holder.text) : null;
    if (alive ?? isRecent(file)) return false;
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}

/** A time that is still to come says nothing. */
function isRecent(file: string): boolean {
  const age = Date.now() - lstatSync(file).mtimeMs;
  return age >= 0 && age <= UNKNOWN_MS;
}
