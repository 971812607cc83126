import { canonicalJson } from '../protocol/canonical-json.js';
import type { StoredJob } from './jobs.js';
import type { Tx } from './tx.js';

/** A place in the order in which jobs were begun: so many after the first of them, or before the last. */
export interface JobPlace {
  readonly from: 'first' | 'last';
  readonly steps: number;
}

/** The job of a package at that place in an environment, whatever became of it; `before`: among those begun before that one. */
export async function jobAt(
  tx: Tx,
  environment_id: number,
  pkg: string,
  { from, steps }: JobPlace,
  before: StoredJob | null,
): Promise<StoredJob | null> {
  const order = from === 'first' ? 'asc' : 'desc';
  let jobs = tx.selectFrom('jobs').selectAll().where('environment_id', '=', environment_id).where('package', '=', pkg);
  if (before !== null) jobs = jobs.where('queued_at', '<', before.queued_at);
  const job = await jobs.orderBy('queued_at', order).orderBy('run_id', order).offset(steps).limit(1).executeTakeFirst();
  return job ?? null;
}

/** The newest jobs of a package in an environment, newest first. */
export async function newestOfPackage(
  tx: Tx,
  environment_id: number,
  pkg: string,
  limit: number,
): Promise<StoredJob[]> {
  return await tx
    .selectFrom('jobs')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('package', '=', pkg)
    .orderBy('queued_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(limit)
    .execute();
}

/** What has run here, by package; at most so many. */
export async function packagesRun(tx: Tx, environment_id: number, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('jobs')
    .select('package')
    .distinct()
    .where('environment_id', '=', environment_id)
    .limit(limit)
    .execute();
  return rows.map((row) => row.package);
}

/** The newest task of a type that had no job, was started and has ended: what a skill did the last time. */
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
    .where('params', 'is not', null)
    .orderBy('round_id', 'desc')
    .orderBy('task_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return task ?? null;
}

/** A job, and the parameters of the task it carries out; null where there are none. */
export interface JobWithParams {
  readonly job: StoredJob;
  readonly params: Record<string, unknown> | null;
}

/** So many earlier runs are looked at for one with the same parameters. */
const LOOKED_AT = 20;

/**
 * What a job is compared with: the newest one before it that did the same work on the same target and came to an end of its own, well or not;
 * one with the same parameters before any other.
 */
export async function comparableJob(tx: Tx, { job, params }: JobWithParams): Promise<JobWithParams | null> {
  const earlier = await tx
    .selectFrom('jobs as j')
    .leftJoin('tasks as t', (on) =>
      on
        .onRef('t.environment_id', '=', 'j.environment_id')
        .onRef('t.round_id', '=', 'j.round_id')
        .onRef('t.task_id', '=', 'j.task_id'),
    )
    .selectAll('j')
    .select('t.params as params')
    .where('j.environment_id', '=', job.environment_id)
    .where('j.package', '=', job.package)
    .where('j.queued_at', '<', job.queued_at)
    .where('j.target', 'is', job.target)
    .where('j.status', 'in', ['succeeded', 'failed', 'timed_out'])
    .orderBy('j.queued_at', 'desc')
    .orderBy('j.run_id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const runs = earlier.map((row) => ({ job: row, params: paramsOf(row.params) }));
  const wanted = canonicalJson(params);
  return runs.find((run) => canonicalJson(run.params) === wanted) ?? runs[0] ?? null;
}

/** With what its task says. */
export async function withParams(tx: Tx, job: StoredJob): Promise<JobWithParams & { readonly content: string | null }> {
  const task = await tx
    .selectFrom('tasks')
    .select(['params', 'content'])
    .where('environment_id', '=', job.environment_id)
    .where('round_id', '=', job.round_id)
    .where('task_id', '=', job.task_id)
    .executeTakeFirst();
  return { job, params: paramsOf(task?.params ?? null), content: task?.content ?? null };
}

function paramsOf(stored: string | null): Record<string, unknown> | null {
  return stored === null ? null : (JSON.parse(stored) as Record<string, unknown>);
}
