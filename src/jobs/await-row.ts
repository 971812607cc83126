import { setTimeout as delay } from 'node:timers/promises';
import { findJob } from '../store/jobs.js';
import type { JobBench, JobRecord } from './room.js';

const LOOK_EVERY_MS = 20;

/** Waits until the row satisfies `until`, at most `ms`; the row as it was at the last look. */
export async function awaitRow(
  bench: Pick<JobBench, 'store'>,
  run_id: string,
  ms: number,
  until: (row: JobRecord) => boolean,
): Promise<JobRecord | null> {
  const deadline = performance.now() + ms;
  for (;;) {
    const row = await bench.store.read((tx) => findJob(tx, run_id));
    if (row === null || until(row) || performance.now() >= deadline) return row;
    await delay(LOOK_EVERY_MS);
  }
}
