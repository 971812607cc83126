import { constants } from 'node:os';
import type { TaskStatus } from '../environment/types.js';
import { type JobStatus, taskStatusOf, type Verdict } from './status.js';

/** Why a supervisor ended a workflow. */
export const STOP_REASONS = ['cancelled', 'wall_limit', 'idle_limit', 'output_limit', 'workspace_missing'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** How the process ended. */
export type Fate =
  | { kind: 'exited'; code: number | null; signal: string | null }
  | { kind: 'stopped'; why: StopReason }
  /** Nothing was started. */
  | { kind: 'launch_failed' }
  /** It is gone and left no exit code. */
  | { kind: 'lost' };

/** What it said about its result. */
export type Claim =
  | { kind: 'none' }
  | { kind: 'invalid'; problem: string }
  | { kind: 'given'; task_status: 'done' | 'failed'; verdict: Verdict | null };

export interface Decision {
  job_status: JobStatus;
  task_status: TaskStatus;
  verdict: Verdict | null;
  reason: string | null;
  /** What a reader should know besides: a result that did not count, and why. */
  note: string | null;
}

const STATUS_WHEN_STOPPED: Readonly<Record<StopReason, JobStatus>> = {
  cancelled: 'cancelled',
  wall_limit: 'timed_out',
  idle_limit: 'timed_out',
  output_limit: 'failed',
  workspace_missing: 'failed',
};

/** The one table of precedence: the worse of what a workflow says and what became of it. */
export function decide(fate: Fate, claim: Claim): Decision {
  const verdict = claim.kind === 'given' ? claim.verdict : null;
  const end = (job_status: JobStatus, reason: string | null, note: string | null = null): Decision => {
    const task_status = taskStatusOf(job_status, verdict);
    return { job_status, task_status, verdict, reason, note };
  };
  const overruled = claim.kind === 'given' ? `it had written a result (${claim.task_status}) before` : null;

  if (fate.kind === 'stopped') return end(STATUS_WHEN_STOPPED[fate.why], fate.why, overruled);
  if (fate.kind === 'launch_failed') return end('failed', 'launch_failed');
  if (fate.kind === 'lost' && claim.kind !== 'given') return end('lost', 'lost');

  const exitUnknown = fate.kind === 'lost' ? 'its exit code is unknown' : null;
  const failedExit = fate.kind === 'exited' && fate.code !== 0;
  const exitReason = fate.kind === 'exited' && killed(fate.code) ? 'signal' : 'exit_code';

  if (claim.kind === 'none') return failedExit ? end('failed', exitReason) : end('succeeded', null);
  if (claim.kind === 'invalid') {
    return failedExit ? end('failed', exitReason, claim.problem) : end('failed', 'result_invalid', claim.problem);
  }
  if (claim.verdict === 'error') return end('failed', 'workflow_error', exitUnknown);
  if (claim.verdict === 'failed') {
    // Test tools end with a code of their own when tests are red; death by a signal is another matter.
    if (failedExit) return end('failed', exitReason === 'signal' ? 'signal' : 'verdict_failed');
    return end('succeeded', 'verdict_failed', exitUnknown);
  }
  if (failedExit) return end('failed', exitReason, overruled);
  return claim.task_status === 'done'
    ? end('succeeded', null, exitUnknown)
    : end('failed', 'workflow_failed', exitUnknown);
}

/** A shell tells death by a signal as 128 and the signal's number; a program that ends itself with such a code means the same. */
function killed(code: number | null): boolean {
  return code === null || FATAL.has(code - 128);
}

const FATAL: ReadonlySet<number> = new Set(
  (
    [
      'SIGHUP',
      'SIGINT',
      'SIGQUIT',
      'SIGILL',
      'SIGTRAP',
      'SIGABRT',
      'SIGBUS',
      'SIGFPE',
      'SIGKILL',
      'SIGSEGV',
      'SIGTERM',
    ] as const
  ).map((name) => constants.signals[name]),
);
