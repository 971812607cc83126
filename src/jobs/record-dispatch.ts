import { type ProcessId, sameProcess } from '../processes/identity.js';
import { claimSupervisor, findJob } from '../store/jobs.js';
import { appendTrack } from '../store/track.js';
import type { Tx } from '../store/tx.js';
import type { JobRecord } from './room.js';

/** Names the supervisor in the row and appends `dispatch_pyskill`, once: whoever comes first of dispatcher and supervisor. */
export async function recordDispatch(tx: Tx, run_id: string, supervisor: ProcessId, now: Date): Promise<void> {
  const row = await findJob(tx, run_id);
  if (row === null || supervisorOf(row) !== null) return;
  if (!(await claimSupervisor(tx, run_id, null, supervisor))) return;
  await appendTrack(tx, row, dispatchEvent(row, supervisor, row.attempt), now);
}

export function dispatchEvent(row: JobRecord, supervisor: ProcessId, attempt: number) {
  return { agent: 'pyskill', event: 'dispatch_pyskill', run_id: row.run_id, pid: supervisor.pid, attempt };
}

export function supervisorOf(row: JobRecord): ProcessId | null {
  return named(row.supervisor_pid, row.supervisor_started_at);
}

/** The shim that leads the workflow's process group. */
export function childOf(row: JobRecord): ProcessId | null {
  return named(row.pid, row.pid_started_at);
}

export function isSupervisedBy(row: JobRecord, process: ProcessId): boolean {
  return sameProcess(supervisorOf(row), process);
}

function named(pid: number | null, started_at: string | null): ProcessId | null {
  return pid === null || started_at === null ? null : { pid, started_at };
}
