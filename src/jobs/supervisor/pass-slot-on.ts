import { liveJobs } from '../../store/jobs.js';
import { JOB_FILES, jobDirectory } from '../files.js';
import type { JobBench } from '../room.js';
import { touch } from '../wake.js';
import { isHeld } from './holder.js';
import { askForSlot } from './slots.js';

/** Wakes those whose turn it is now. Only a hint: they look again by themselves. */
export async function passSlotOn(bench: JobBench, host: string, max_jobs: number): Promise<void> {
  const live = await bench.store.read((tx) => liveJobs(tx, { host }));
  const now = bench.now();
  for (const row of live) {
    if (row.status !== 'queued') continue;
    if (!askForSlot({ run_id: row.run_id, live, max_jobs, now, isHeld }).free) continue;
    touch(jobDirectory(bench.jobs_dir, row.run_id), JOB_FILES.wake);
  }
}
