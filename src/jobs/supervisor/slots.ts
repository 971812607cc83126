import type { JobRecord } from '../room.js';

/** What is known of a machine's live jobs when one of them asks for a slot. */
export interface SlotQuestion {
  run_id: string;
  /** Live jobs of this machine, in the order they were queued. */
  live: readonly JobRecord[];
  max_jobs: number;
  now: Date;
  /** Whether the job's supervisor or child runs: a dead holder holds nothing, a dead waiter does not wait. */
  isHeld(row: JobRecord): boolean;
}

export interface SlotAnswer {
  free: boolean;
  /** How many wait in front. */
  ahead: number;
}

/**
 * Whether the job may run now. First come, first served. A job dispatched by a running job borrows that job's slot (it waits for
 * this one, or ought to), one at a time, so that parent and child never wait for each other.
 */
export function askForSlot(question: SlotQuestion): SlotAnswer {
  const { run_id, live, max_jobs, now, isHeld } = question;
  const mine = live.find((row) => row.run_id === run_id);
  if (mine === undefined) return { free: false, ahead: 0 };
  const running = live.filter((row) => row.status === 'running' && row.run_id !== run_id && isHeld(row));
  if (canBorrow(mine, running)) return { free: true, ahead: 0 };
  const used = running.length - lentTo(running);
  const waiting = live
    .slice(0, live.indexOf(mine))
    .filter((row) => row.status === 'queued' && isDue(row, now) && isHeld(row) && !canBorrow(row, running));
  return { free: used + waiting.length < max_jobs, ahead: waiting.length };
}

function canBorrow(row: JobRecord, running: readonly JobRecord[]): boolean {
  if (row.parent_run_id === null) return false;
  const parentRuns = running.some((one) => one.run_id === row.parent_run_id);
  const lent = running.some((one) => one.run_id !== row.run_id && one.parent_run_id === row.parent_run_id);
  return parentRuns && !lent;
}

/** How many running jobs use a slot that is their running parent's: one for each such parent. */
function lentTo(running: readonly JobRecord[]): number {
  const parents = new Set<string>();
  for (const { parent_run_id } of running) {
    if (parent_run_id !== null && running.some((one) => one.run_id === parent_run_id)) parents.add(parent_run_id);
  }
  return parents.size;
}

function isDue(row: JobRecord, now: Date): boolean {
  return row.not_before === null || row.not_before <= now.toISOString();
}
