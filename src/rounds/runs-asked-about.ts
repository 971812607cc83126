import type { Controller } from '../controller/assemble.js';
import type { RunPlace } from '../controller/parameters/run-meant.js';
import { jobsOf, type StoredJob } from '../store/jobs.js';
import type { Tx } from '../store/tx.js';
import { workNamed } from './work-named.js';

export interface AskedAbout {
  /** Empty: nothing is asked about in particular. */
  readonly run_ids: readonly string[];
  /** Types that are named and have no run here. */
  readonly never_run: readonly string[];
}

/** So many of the newest jobs are looked at for what is meant. */
const LOOKED_AT = 50;

/**
 * The runs that a question how things are is about: of the work it names, else `failure`, the one whose failure was looked at, else the newest that
 * has ended where it is to be compared with an earlier one (`place`).
 */
export async function runsAskedAbout(
  tx: Tx,
  question: { readonly environment_id: number; readonly input: string },
  controller: Pick<Controller, 'catalog' | 'actions'>,
  { failure, place }: { readonly failure: string | null; readonly place: RunPlace | null },
): Promise<AskedAbout> {
  const recent = await jobsOf(tx, question.environment_id, { limit: LOOKED_AT });
  const { runs, never_run } = await workNamed(tx, question, controller, recent);
  if (runs.length > 0) {
    return { run_ids: runs.flatMap((jobs) => ofOneType(jobs, failure, place)).map(({ run_id }) => run_id), never_run };
  }
  const compared = place === null ? undefined : recent.find(hasEnded);
  const meant = compared?.run_id ?? failure;
  return { run_ids: meant === null ? [] : [meant], never_run };
}

/** Of the runs of a type, newest first, those that are meant: what failed, what can be compared, what runs, or else the last. */
function ofOneType(jobs: readonly StoredJob[], failure: string | null, place: RunPlace | null): readonly StoredJob[] {
  const one = (job: StoredJob | undefined) => (job === undefined ? null : [job]);
  const last = one(jobs[0]) ?? [];
  if (place !== null) return one(jobs.find(hasEnded)) ?? last;
  if (failure !== null) {
    const failed = jobs.find(({ run_id }) => run_id === failure) ?? jobs.find(({ status }) => status === 'failed');
    return one(failed) ?? last;
  }
  const live = jobs.filter((job) => !hasEnded(job));
  return live.length > 0 ? live.reverse() : last;
}

function hasEnded({ finished_at }: StoredJob): boolean {
  return finished_at !== null;
}
