import { readOutcome } from '../jobs/outcome.js';
import { canonicalJson } from '../protocol/canonical-json.js';
import { differenceOf } from '../reply/difference.js';
import type { ComparedFact } from '../reply/facts.js';
import { comparableJob, type JobPlace, type JobWithParams, jobAt, withParams } from '../store/earlier-jobs.js';
import { findJob, type StoredJob } from '../store/jobs.js';
import type { Tx } from '../store/tx.js';
import type { House } from './house.js';

/**
 * How a job that has ended differs from an earlier one that did the same work on the same target; null where there is none. `place`: the one of the
 * earlier ones that is asked for, whatever its target.
 */
export async function compare(
  { store, jobs }: House,
  run_id: string,
  place: JobPlace | null = null,
): Promise<ComparedFact | null> {
  const pair = await store.read(async (tx) => {
    const job = await findJob(tx, run_id);
    if (job === null || job.finished_at === null) return null;
    const newer = await withParams(tx, job);
    const earlier = place === null ? await comparableJob(tx, newer) : await placedJob(tx, job, place);
    return earlier === null ? null : { newer, earlier };
  });
  if (pair === null) return null;
  const { newer, earlier } = pair;
  const [after, before] = await Promise.all([readOutcome(jobs, newer.job), readOutcome(jobs, earlier.job)]);
  const measured = after.data !== null && before.data !== null;
  return {
    run_id: earlier.job.run_id,
    place: place === null ? null : { ...place, round_id: earlier.job.round_id },
    difference: measured ? differenceOf(before.data, after.data) : null,
    ending: { before: before.task_status, after: after.task_status },
    exit: { before: earlier.job.exit_code, after: newer.job.exit_code },
    elapsed_ms: { before: elapsed(earlier.job), after: elapsed(newer.job) },
    params: changedParams(earlier, newer),
  };
}

/** An earlier run that has ended; the last ones are counted back from the one that is compared. */
async function placedJob(tx: Tx, job: StoredJob, place: JobPlace): Promise<JobWithParams | null> {
  const found = await jobAt(tx, job.environment_id, job.package, place, job);
  return found === null || found.finished_at === null ? null : await withParams(tx, found);
}

function elapsed({ started_at, finished_at }: StoredJob): number | null {
  return started_at === null || finished_at === null ? null : Date.parse(finished_at) - Date.parse(started_at);
}

function changedParams(earlier: JobWithParams, newer: JobWithParams): ComparedFact['params'] {
  const [before, after] = [earlier.params ?? {}, newer.params ?? {}];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null))
    .map((name) => ({ name, before: textOf(before[name]), after: textOf(after[name]) }));
}

/** Null: it was not given. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
