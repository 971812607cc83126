import type { TaskStatus } from '../environment/types.js';

export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'timed_out', 'cancelled', 'lost'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const VERDICTS = ['passed', 'failed', 'error'] as const;
/** What a workflow found out; its own fate is the job's status. */
export type Verdict = (typeof VERDICTS)[number];

export type InvocationStatus = 'pending' | 'completed' | 'failed' | 'timed_out' | 'cancelled';

/** The one table of statuses; every face reads it. */
const TASK_STATUS_OF_JOB: Readonly<Record<JobStatus, TaskStatus>> = {
  queued: 'running',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  timed_out: 'failed',
  lost: 'failed',
  cancelled: 'cancelled',
};

const JOB_STATUS_OF_INVOCATION: Readonly<Record<InvocationStatus, JobStatus>> = {
  pending: 'running',
  completed: 'succeeded',
  failed: 'failed',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
};

/** The status of the task that a job carries out. A workflow that ran well and found red tests has a failed task. */
export function taskStatusOf(job: JobStatus, verdict: Verdict | null): TaskStatus {
  return job === 'succeeded' && verdict === 'failed' ? 'failed' : TASK_STATUS_OF_JOB[job];
}

export function jobStatusOfInvocation(invocation: InvocationStatus): JobStatus {
  return JOB_STATUS_OF_INVOCATION[invocation];
}

export function isLive(status: string): boolean {
  return status === 'queued' || status === 'running';
}

/** Reads a stored status. */
export function jobStatus(stored: string): JobStatus {
  const known = JOB_STATUSES.find((status) => status === stored);
  if (known === undefined)
    throw new TypeError(`jobs.status holds '${stored}', which no version of this program writes`);
  return known;
}

/** Reads a stored or reported verdict; null for anything else. */
export function verdictOf(value: unknown): Verdict | null {
  return VERDICTS.find((verdict) => verdict === value) ?? null;
}
