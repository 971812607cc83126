import { setTimeout as delay } from 'node:timers/promises';
import type { Collected } from '../jobs/collect.js';
import { followEvents, type JobEvent } from '../jobs/follow.js';
import { JobUnknownError } from '../jobs/job-errors.js';
import { tend } from '../jobs/tend.js';
import type { CompletedFact } from '../reply/facts.js';
import { findJob, markReported } from '../store/jobs.js';
import { collectNow } from './collect-now.js';
import { completionOf } from './completions.js';
import type { House } from './house.js';

const TEND_EVERY_MS = 2_000;

export interface Watched {
  /** How the job ended. */
  readonly completion: CompletedFact;
  /** What this look filled in; null where somebody else had done it before. */
  readonly collected: Collected | null;
}

/**
 * Follows a job to its end without holding the lease, then fills its result in. What is shown live counts as told. Null when
 * `signal` ended the wait first: the job goes on.
 */
export async function watch(
  house: House,
  environment: string,
  run_id: string,
  onEvent: (event: JobEvent) => void,
  signal: AbortSignal,
): Promise<Watched | null> {
  await followOwned(house, run_id, onEvent, signal);
  if (signal.aborted) return null;
  const collected = (await collectNow(house, environment)).find((each) => each.run_id === run_id) ?? null;
  const completion = await house.store.write(async (tx) => {
    const job = await findJob(tx, run_id);
    if (job === null) throw new JobUnknownError(run_id);
    await markReported(tx, [run_id], house.now());
    return await completionOf(tx, job);
  });
  return { completion, collected };
}

/** Following only looks; so that nobody waits for a job whose supervisor has died, it is looked after meanwhile. */
async function followOwned(
  { jobs }: House,
  run_id: string,
  onEvent: (event: JobEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const both = AbortSignal.any([signal, over.signal]);
  const following = (async () => {
    for await (const event of followEvents(jobs, run_id, both)) onEvent(event);
  })().finally(() => over.abort());
  const tending = (async () => {
    while (!both.aborted) {
      await delay(TEND_EVERY_MS, undefined, { signal: both }).catch(() => undefined);
      if (!both.aborted) await tend(jobs, { run_id });
    }
  })().finally(() => over.abort());
  const ends = await Promise.allSettled([following, tending]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
