import { join } from 'node:path';
import { faultPoint } from '../faults/fault-point.js';
import type { ProcessId } from '../processes/identity.js';
import { finishJob, type JobPatch } from '../store/jobs.js';
import { appendTrack } from '../store/track.js';
import { type JobCommand, readInput } from './command.js';
import type { Fate } from './decide.js';
import { attemptDirectory } from './files.js';
import { noteLate } from './late.js';
import { concludeAttempt, type StoredOutcome, writeOutcome } from './outcome.js';
import { persist } from './persist.js';
import { dispatchEvent } from './record-dispatch.js';
import { retryDelayMs } from './retry.js';
import type { JobBench, JobRecord } from './room.js';

export type AttemptEnd =
  /** The job has ended. */
  | 'ended'
  /** It is queued again, under the same supervisor. */
  | 'again'
  /** It was no longer ours: nothing was changed. */
  | 'superseded';

/** Writes the end of an attempt: the job's end, or its return to the queue. */
export async function endAttempt(
  bench: JobBench,
  row: JobRecord,
  command: JobCommand | null,
  fate: Fate,
  me: ProcessId,
  details: JobPatch,
  cancelled: boolean,
): Promise<AttemptEnd> {
  const input = readInput(bench.jobs_dir, row.run_id);
  const asked = { query: input?.task?.content ?? '', language: input?.language ?? 'en' };
  const outcome = await concludeAttempt(bench, row, fate, asked);
  // The outcome is there before the row says so: whoever collects finds both.
  await persist(async () => writeOutcome(bench, row, outcome));
  const again = !cancelled && command !== null && mayRunAgain(row, command, outcome);
  faultPoint('supervisor.before-finish');
  const end = await persist(() =>
    again ? queueAgain(bench, row, outcome, me, details) : finish(bench, row, outcome, me, details),
  );
  faultPoint('supervisor.finished');
  if (end === 'ended' && row.attempt > 1) await noteLate(bench, row.run_id);
  return end;
}

function mayRunAgain(row: JobRecord, command: JobCommand, outcome: StoredOutcome): boolean {
  if (!command.idempotent || row.attempt >= row.max_attempts) return false;
  if (outcome.verdict === 'failed' || outcome.reason === 'workspace_missing') return false;
  return outcome.job_status === 'failed' || outcome.job_status === 'timed_out' || outcome.job_status === 'lost';
}

async function finish(
  bench: JobBench,
  row: JobRecord,
  outcome: StoredOutcome,
  me: ProcessId,
  details: JobPatch,
): Promise<AttemptEnd> {
  const patch: JobPatch = {
    ...details,
    status: outcome.job_status,
    reason: outcome.reason,
    verdict: outcome.verdict,
    finished_at: bench.now().toISOString(),
    due_at: null,
  };
  const mine = { supervisor: me, attempt: row.attempt };
  return (await bench.store.write((tx) => finishJob(tx, row.run_id, mine, patch))) ? 'ended' : 'superseded';
}

async function queueAgain(
  bench: JobBench,
  row: JobRecord,
  outcome: StoredOutcome,
  me: ProcessId,
  details: JobPatch,
): Promise<AttemptEnd> {
  const now = bench.now();
  const next = row.attempt + 1;
  const not_before = new Date(now.getTime() + retryDelayMs(row.attempt)).toISOString();
  const patch: JobPatch = {
    ...details,
    status: 'queued',
    attempt: next,
    not_before,
    reason: outcome.reason,
    verdict: null,
    due_at: null,
    pid: null,
    pid_started_at: null,
    started_at: null,
    progress: null,
  };
  return bench.store.write(async (tx) => {
    if (!(await finishJob(tx, row.run_id, { supervisor: me, attempt: row.attempt }, patch))) return 'superseded';
    const ended = {
      agent: 'runtime',
      event: 'attempt_failed',
      run_id: row.run_id,
      reason: outcome.reason ?? outcome.job_status,
      return: { attempt: row.attempt, exit_code: details.exit_code ?? null, next_attempt: next, not_before },
    };
    await appendTrack(tx, row, [ended, dispatchEvent(row, me, next)], now);
    return 'again';
  });
}

/** Where the attempt's own files are. */
export function directoryOf(bench: Pick<JobBench, 'jobs_dir'>, row: JobRecord): string {
  return attemptDirectory(bench.jobs_dir, row.run_id, row.attempt);
}

export function fileOf(bench: Pick<JobBench, 'jobs_dir'>, row: JobRecord, name: string): string {
  return join(directoryOf(bench, row), name);
}
