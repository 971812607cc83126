import { isAlive, type ProcessId, sameProcess } from '../../processes/identity.js';
import { claimSupervisor, findJob, updateJob } from '../../store/jobs.js';
import type { Tx } from '../../store/tx.js';
import { persist } from '../persist.js';
import { childOf, recordDispatch, supervisorOf } from '../record-dispatch.js';
import type { JobBench, JobRecord } from '../room.js';
import { isLive } from '../status.js';
import { turnOf } from './turn.js';

export interface Claimant extends JobBench {
  run_id: string;
  me: ProcessId;
  /** Null when the command cannot be read: then there is nothing to run, only something to end. */
  max_jobs: number | null;
  log(message: string): void;
}

/**
 * The row, if this process is now the one that answers for it; null if another one is, or nobody need be. A job of which nothing runs
 * comes back `running` if it got its slot at once, in the same commit, else `queued`: a slot that its dead supervisor held is not kept.
 */
export function claim(claimant: Claimant): Promise<JobRecord | null> {
  return persist(() => claimant.store.write((tx) => claimIn(tx, claimant)), claimant.log);
}

async function claimIn(tx: Tx, claimant: Claimant): Promise<JobRecord | null> {
  const { run_id, me } = claimant;
  const found = await findJob(tx, run_id);
  if (found === null || !isLive(found.status)) return null;
  const present = supervisorOf(found);
  if (present === null) {
    await recordDispatch(tx, run_id, me, claimant.now());
  } else if (!sameProcess(present, me)) {
    if (isAlive(present) || !(await claimSupervisor(tx, run_id, present, me))) return null;
  }
  const row = { ...found, supervisor_pid: me.pid, supervisor_started_at: me.started_at };
  if (childOf(row) !== null || claimant.max_jobs === null) return row;
  const turn = await turnOf(claimant, tx, row, claimant.max_jobs);
  const status = turn.now ? 'running' : 'queued';
  if (status !== row.status) await updateJob(tx, run_id, { status });
  return { ...row, status };
}
