import { isAlive, sameProcess } from '../../processes/identity.js';
import { claimSupervisor, findJob } from '../../store/jobs.js';
import { persist } from '../persist.js';
import { recordDispatch, supervisorOf } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';
import { isLive } from '../status.js';
import type { SupervisorBench } from './bench.js';

/** The row, if this process is now the one that answers for it; null if another one is, or nobody need be. */
export function claim(bench: Omit<SupervisorBench, 'command'>): Promise<JobRecord | null> {
  const { run_id, me } = bench;
  const attempt = () =>
    bench.store.write(async (tx) => {
      const row = await findJob(tx, run_id);
      if (row === null || !isLive(row.status)) return null;
      const present = supervisorOf(row);
      if (present === null) {
        await recordDispatch(tx, run_id, me, bench.now());
      } else if (!sameProcess(present, me)) {
        if (isAlive(present)) return null;
        if (!(await claimSupervisor(tx, run_id, present, me))) return null;
      }
      return findJob(tx, run_id);
    });
  return persist(attempt, bench.log);
}
