import { readOutcome } from '../jobs/outcome.js';
import { differenceOf } from '../reply/difference.js';
import type { ComparedFact } from '../reply/facts.js';
import { comparableJob } from '../store/earlier-jobs.js';
import { findJob } from '../store/jobs.js';
import type { House } from './house.js';

/** How a job's result differs from that of the last one that did the same work on the same target; null where there is none. */
export async function compare({ store, jobs }: House, run_id: string): Promise<ComparedFact | null> {
  const pair = await store.read(async (tx) => {
    const job = await findJob(tx, run_id);
    const earlier = job?.status === 'succeeded' ? await comparableJob(tx, job) : null;
    return job === null || earlier === null ? null : { job, earlier };
  });
  if (pair === null) return null;
  const [after, before] = await Promise.all([readOutcome(jobs, pair.job), readOutcome(jobs, pair.earlier)]);
  if (after.data === null || before.data === null) return null;
  return { run_id: pair.earlier.run_id, difference: differenceOf(before.data, after.data) };
}
