import { findJob, liveJobs, updateJob } from '../../store/jobs.js';
import type { Tx } from '../../store/tx.js';
import { JOB_FILES, jobDirectory } from '../files.js';
import { persist } from '../persist.js';
import { isSupervisedBy } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';
import { waiterOn } from '../wake.js';
import type { SupervisorBench } from './bench.js';
import { isHeld } from './holder.js';
import { askForSlot, type SlotAnswer } from './slots.js';

export type SlotResult = { got: 'slot'; row: JobRecord } | { got: 'cancelled'; row: JobRecord } | { got: 'superseded' };

/** A freed slot wakes the next in line; looking again by itself finds slots whose holder died without a word. */
const LOOK_AGAIN_MS = 1_000;
/** The further back, the less often. */
const PER_PLACE_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** Waits until the job may run, and takes the slot: the row is `running` then. */
export async function waitForSlot(bench: SupervisorBench): Promise<SlotResult> {
  const waiter = waiterOn([jobDirectory(bench.jobs_dir, bench.run_id)], [JOB_FILES.wake, JOB_FILES.cancel]);
  try {
    for (;;) {
      const { answer, row } = await bench.store.read((tx) => look(bench, tx));
      if (row === null || !isSupervisedBy(row, bench.me)) return { got: 'superseded' };
      if (row.cancel_requested_at !== null) return { got: 'cancelled', row };
      const early = row.not_before === null ? 0 : Date.parse(row.not_before) - bench.now().getTime();
      if (early <= 0 && answer.free) {
        const taken = await persist(() => take(bench), bench.log);
        if (taken !== null) return { got: 'slot', row: taken };
      }
      const ms = Math.min(LOOK_AGAIN_MS + answer.ahead * PER_PLACE_MS, LONGEST_WAIT_MS);
      await waiter.wait(early > 0 ? Math.min(early, ms) : ms);
    }
  } finally {
    waiter.close();
  }
}

/** Looks again as the only writer, so that two who saw the same free slot do not both take it. */
function take(bench: SupervisorBench): Promise<JobRecord | null> {
  return bench.store.write(async (tx) => {
    const { answer, row } = await look(bench, tx);
    if (row === null || !isSupervisedBy(row, bench.me) || row.cancel_requested_at !== null || !answer.free) return null;
    await updateJob(tx, bench.run_id, { status: 'running' });
    return { ...row, status: 'running' };
  });
}

async function look(bench: SupervisorBench, tx: Tx): Promise<{ answer: SlotAnswer; row: JobRecord | null }> {
  const row = await findJob(tx, bench.run_id);
  const live = row === null ? [] : await liveJobs(tx, { host: row.host });
  const { max_jobs } = bench.command;
  return { answer: askForSlot({ run_id: bench.run_id, live, max_jobs, now: bench.now(), isHeld }), row };
}
