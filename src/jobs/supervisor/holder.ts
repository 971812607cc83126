import { isAlive } from '../../processes/identity.js';
import { childOf, supervisorOf } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';

/** Whether anything of the job runs: its supervisor, or a child that waits for a new one. */
export function isHeld(row: JobRecord): boolean {
  const supervisor = supervisorOf(row);
  if (supervisor !== null && isAlive(supervisor)) return true;
  const child = childOf(row);
  return child !== null && isAlive(child);
}
