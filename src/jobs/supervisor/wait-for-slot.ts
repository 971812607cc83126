import { findJob, updateJob } from '../../store/jobs.js';
import type { Tx } from '../../store/tx.js';
import { JOB_FILES, jobDirectory } from '../files.js';
import { persist } from '../persist.js';
import { isSupervisedBy } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';
import { waiterOn } from '../wake.js';
import type { SupervisorBench } from './bench.js';
import { type Turn, turnOf } from './turn.js';

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
      const looked = await persist(() => bench.store.read((tx) => look(bench, tx)), bench.log);
      if (looked === null) return { got: 'superseded' };
      if (looked.row.cancel_requested_at !== null) return { got: 'cancelled', row: looked.row };
      if (looked.turn.now) {
        const row = await persist(() => take(bench), bench.log);
        if (row !== null) return { got: 'slot', row };
      }
      const { ahead, early_ms } = looked.turn;
      const ms = Math.min(LOOK_AGAIN_MS + ahead * PER_PLACE_MS, LONGEST_WAIT_MS);
      await waiter.wait(early_ms > 0 ? Math.min(early_ms, ms) : ms);
    }
  } finally {
    waiter.close();
  }
}

/** Looks again as the only writer, so that two who saw the same free slot do not both take it. */
function take(bench: SupervisorBench): Promise<JobRecord | null> {
  return bench.store.write(async (tx) => {
    const looked = await look(bench, tx);
    if (looked === null || !looked.turn.now) return null;
    await updateJob(tx, bench.run_id, { status: 'running' });
    return { ...looked.row, status: 'running' };
  });
}

/** Null once the job is another supervisor's. */
async function look(bench: SupervisorBench, tx: Tx): Promise<{ turn: Turn; row: JobRecord } | null> {
  const row = await findJob(tx, bench.run_id);
  if (row === null || !isSupervisedBy(row, bench.me)) return null;
  return { turn: await turnOf(bench, tx, row, bench.command.max_jobs), row };
}
