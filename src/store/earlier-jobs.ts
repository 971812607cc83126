import type { StoredJob } from './jobs.js';
import type { Tx } from './tx.js';

/** The newest job of a package in an environment, whatever became of it. */
export async function newestJobOf(tx: Tx, environment_id: number, pkg: string): Promise<StoredJob | null> {
  const job = await tx
    .selectFrom('jobs')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('package', '=', pkg)
    .orderBy('queued_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return job ?? null;
}

/** The newest task of a type that had no job and has ended: what a skill was asked for the last time. */
export async function newestTaskOf(
  tx: Tx,
  environment_id: number,
  type: string,
): Promise<{ round_id: number; params: string | null } | null> {
  const task = await tx
    .selectFrom('tasks')
    .select(['round_id', 'params'])
    .where('environment_id', '=', environment_id)
    .where('type', '=', type)
    .where('run_id', 'is', null)
    .where('status', 'in', ['done', 'failed'])
    .orderBy('round_id', 'desc')
    .orderBy('task_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return task ?? null;
}

/** The newest job before this one that did the same work on the same target and came to a result: what it is compared with. */
export async function comparableJob(tx: Tx, job: StoredJob): Promise<StoredJob | null> {
  const earlier = await tx
    .selectFrom('jobs')
    .selectAll()
    .where('environment_id', '=', job.environment_id)
    .where('package', '=', job.package)
    .where('queued_at', '<', job.queued_at)
    .where('target', 'is', job.target)
    .where('status', '=', 'succeeded')
    .orderBy('queued_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return earlier ?? null;
}
