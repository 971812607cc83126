import { liveJobs } from '../../store/jobs.js';
import type { Tx } from '../../store/tx.js';
import type { JobBench, JobRecord } from '../room.js';
import { isHeld } from './holder.js';
import { askForSlot } from './slots.js';

export interface Turn {
  /** It may run now. */
  now: boolean;
  /** Milliseconds until a retry may run at all; 0: at once. */
  early_ms: number;
  /** How many wait in front. */
  ahead: number;
}

/** Whether it is the job's turn, as the rows are in this transaction. */
export async function turnOf(bench: JobBench, tx: Tx, row: JobRecord, max_jobs: number): Promise<Turn> {
  const live = await liveJobs(tx, { host: row.host });
  const now = bench.now();
  const { free, ahead } = askForSlot({ run_id: row.run_id, live, max_jobs, now, isHeld });
  const early_ms = row.not_before === null ? 0 : Math.max(0, Date.parse(row.not_before) - now.getTime());
  return { now: free && early_ms === 0 && row.cancel_requested_at === null, early_ms, ahead };
}
