import { type Selectable, sql } from 'kysely';
import { LIVE_JOBS } from './by-index.js';
import { isLive } from './job-status.js';
import type { JobRow } from './schema.js';
import type { Tx } from './tx.js';

export type StoredJob = Selectable<JobRow>;

/** The columns a job must be given; the others start as null. */
export type NewJob = Pick<
  StoredJob,
  | 'run_id'
  | 'environment_id'
  | 'round_id'
  | 'task_id'
  | 'kind'
  | 'package'
  | 'package_version'
  | 'request_key'
  | 'target'
  | 'idempotency_key'
  | 'status'
  | 'attempt'
  | 'max_attempts'
  | 'wall_ms'
  | 'host'
  | 'queued_at'
> &
  Partial<StoredJob>;

export type JobPatch = Partial<Omit<StoredJob, 'run_id'>>;

/** A process as the system names it: pid and start time together. */
export interface ProcessRef {
  pid: number;
  started_at: string;
}

export interface LiveFilter {
  environment_id?: number;
  host?: string;
}

export async function insertJob(tx: Tx, job: NewJob): Promise<void> {
  await tx
    .insertInto('jobs')
    .values(job as StoredJob)
    .execute();
}

export async function findJob(tx: Tx, run_id: string): Promise<StoredJob | null> {
  return (await tx.selectFrom('jobs').selectAll().where('run_id', '=', run_id).executeTakeFirst()) ?? null;
}

/** The oldest live job of that request, for an identical request to join. One that is being stopped is nothing to join. */
export async function findLiveByRequestKey(tx: Tx, request_key: string): Promise<StoredJob | null> {
  const job = await tx
    .selectFrom('jobs')
    .selectAll()
    .where('request_key', '=', request_key)
    .where(isLive())
    .where('cancel_requested_at', 'is', null)
    .orderBy('queued_at')
    .orderBy('run_id')
    .limit(1)
    .executeTakeFirst();
  return job ?? null;
}

/** Queued and running jobs in the order they were queued. */
export async function liveJobs(tx: Tx, filter: LiveFilter = {}): Promise<StoredJob[]> {
  let live = tx.selectFrom(LIVE_JOBS).selectAll().where(isLive());
  if (filter.environment_id !== undefined) live = live.where('environment_id', '=', filter.environment_id);
  if (filter.host !== undefined) live = live.where('host', '=', filter.host);
  return live.orderBy('queued_at').orderBy('run_id').execute();
}

/** Ended jobs whose back-fill is still to be written, in the order they ended. */
export async function endedUncollected(tx: Tx, environment_id: number): Promise<StoredJob[]> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('collected_at', 'is', null)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at')
    .orderBy('run_id')
    .execute();
}

/** Collected jobs no reply has mentioned yet, in the order they were collected. */
export async function unreported(tx: Tx, environment_id: number): Promise<StoredJob[]> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('reported_at', 'is', null)
    .where('collected_at', 'is not', null)
    .orderBy('collected_at')
    .orderBy('run_id')
    .execute();
}

/** The newest jobs of an environment, newest first. */
export async function jobsOf(tx: Tx, environment_id: number, options: { limit: number }): Promise<StoredJob[]> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .orderBy('queued_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(options.limit)
    .execute();
}

/** Jobs that ended before `before` and whose result has been reported. */
export async function prunable(tx: Tx, before: Date): Promise<StoredJob[]> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('reported_at', 'is not', null)
    .where('finished_at', 'is not', null)
    .where('finished_at', '<', before.toISOString())
    .orderBy('finished_at')
    .execute();
}

/** Makes `mine` the job's supervisor if it still is `expected` (null: nobody) and the job lives. */
export async function claimSupervisor(
  tx: Tx,
  run_id: string,
  expected: ProcessRef | null,
  mine: ProcessRef,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ supervisor_pid: mine.pid, supervisor_started_at: mine.started_at })
    .where('run_id', '=', run_id)
    .where(isLive())
    .where(supervisedBy(expected))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets the given columns, whatever the job's status. */
export async function updateJob(tx: Tx, run_id: string, patch: JobPatch): Promise<void> {
  await tx.updateTable('jobs').set(patch).where('run_id', '=', run_id).execute();
}

/** Ends the job (or its attempt) if it still lives, in that attempt, under that supervisor; else nothing is changed. */
export async function finishJob(
  tx: Tx,
  run_id: string,
  expected: { supervisor: ProcessRef | null; attempt: number },
  patch: JobPatch,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(patch)
    .where('run_id', '=', run_id)
    .where(isLive())
    .where('attempt', '=', expected.attempt)
    .where(supervisedBy(expected.supervisor))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function supervisedBy(process: ProcessRef | null) {
  return process === null
    ? sql<boolean>`supervisor_pid is null`
    : sql<boolean>`supervisor_pid = ${process.pid} and supervisor_started_at = ${process.started_at}`;
}

/** True for exactly one caller: the one that writes the back-fill, in this transaction. */
export async function markCollected(
  tx: Tx,
  run_id: string,
  collected: { now: Date; round_id: number; task_id: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      collected_at: collected.now.toISOString(),
      collected_round_id: collected.round_id,
      collected_task_id: collected.task_id,
    })
    .where('run_id', '=', run_id)
    .where('collected_at', 'is', null)
    .where('finished_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The completions a reply mentions. A job reported earlier keeps its time. */
export async function markReported(tx: Tx, run_ids: readonly string[], now: Date): Promise<void> {
  if (run_ids.length === 0) return;
  await tx
    .updateTable('jobs')
    .set({ reported_at: now.toISOString() })
    .where('run_id', 'in', run_ids)
    .where('reported_at', 'is', null)
    .execute();
}
