import { describe, expect, it } from 'vitest';
import { type Claim, decide, type Fate } from '../../src/jobs/decide.js';

const exited = (code: number | null, signal: string | null = null): Fate => ({ kind: 'exited', code, signal });
const stopped = (why: 'cancelled' | 'wall_limit' | 'idle_limit' | 'output_limit' | 'workspace_missing'): Fate => ({
  kind: 'stopped',
  why,
});
const LOST: Fate = { kind: 'lost' };
const NOT_LAUNCHED: Fate = { kind: 'launch_failed' };

const NONE: Claim = { kind: 'none' };
const HALF: Claim = { kind: 'invalid', problem: 'half a file' };
const given = (task_status: 'done' | 'failed', verdict: 'passed' | 'failed' | 'error' | null = null): Claim => ({
  kind: 'given',
  task_status,
  verdict,
});

/** fate, what it said → job status, task status, verdict, reason. */
const TABLE: [string, Fate, Claim, string, string, string | null, string | null][] = [
  ['exit 0, no result', exited(0), NONE, 'succeeded', 'done', null, null],
  ['exit 0, done', exited(0), given('done'), 'succeeded', 'done', null, null],
  ['exit 0, done, passed', exited(0), given('done', 'passed'), 'succeeded', 'done', 'passed', null],
  ['exit 0, failed, red', exited(0), given('failed', 'failed'), 'succeeded', 'failed', 'failed', 'verdict_failed'],
  ['exit 0, done, but red', exited(0), given('done', 'failed'), 'succeeded', 'failed', 'failed', 'verdict_failed'],
  ['exit 0, verdict error', exited(0), given('failed', 'error'), 'failed', 'failed', 'error', 'workflow_error'],
  ['exit 0, done, verdict error', exited(0), given('done', 'error'), 'failed', 'failed', 'error', 'workflow_error'],
  ['exit 0, failed, no verdict', exited(0), given('failed'), 'failed', 'failed', null, 'workflow_failed'],
  ['exit 0, half a result', exited(0), HALF, 'failed', 'failed', null, 'result_invalid'],
  ['exit 1, no result', exited(1), NONE, 'failed', 'failed', null, 'exit_code'],
  ['exit 1, done', exited(1), given('done'), 'failed', 'failed', null, 'exit_code'],
  ['exit 1, failed, red', exited(1), given('failed', 'failed'), 'failed', 'failed', 'failed', 'verdict_failed'],
  ['exit 1, half a result', exited(1), HALF, 'failed', 'failed', null, 'exit_code'],
  ['killed, no result', exited(null, 'SIGKILL'), NONE, 'failed', 'failed', null, 'signal'],
  ['killed, done', exited(null, 'SIGKILL'), given('done', 'passed'), 'failed', 'failed', 'passed', 'signal'],
  ['killed, red', exited(null, 'SIGSEGV'), given('failed', 'failed'), 'failed', 'failed', 'failed', 'signal'],
  ['killed under a shell, red', exited(137), given('failed', 'failed'), 'failed', 'failed', 'failed', 'signal'],
  ['exit 130, no result', exited(130), NONE, 'failed', 'failed', null, 'signal'],
  ['wall limit', stopped('wall_limit'), NONE, 'timed_out', 'failed', null, 'wall_limit'],
  ['wall limit, done', stopped('wall_limit'), given('done'), 'timed_out', 'failed', null, 'wall_limit'],
  ['idle limit', stopped('idle_limit'), HALF, 'timed_out', 'failed', null, 'idle_limit'],
  ['output limit', stopped('output_limit'), given('done'), 'failed', 'failed', null, 'output_limit'],
  ['cancelled', stopped('cancelled'), given('done', 'passed'), 'cancelled', 'cancelled', 'passed', 'cancelled'],
  ['folder gone', stopped('workspace_missing'), NONE, 'failed', 'failed', null, 'workspace_missing'],
  ['not launched', NOT_LAUNCHED, NONE, 'failed', 'failed', null, 'launch_failed'],
  ['lost', LOST, NONE, 'lost', 'failed', null, 'lost'],
  ['lost, half a result', LOST, HALF, 'lost', 'failed', null, 'lost'],
  ['lost, whole result', LOST, given('done', 'passed'), 'succeeded', 'done', 'passed', null],
  ['lost, red', LOST, given('failed', 'failed'), 'succeeded', 'failed', 'failed', 'verdict_failed'],
];

describe('the worse of the result and the fate wins', () => {
  it.each(TABLE)('%s', (_name, fate, claim, job_status, task_status, verdict, reason) => {
    expect(decide(fate, claim)).toMatchObject({ job_status, task_status, verdict, reason });
  });

  it('says when a good result did not count', () => {
    expect(decide(stopped('wall_limit'), given('done')).note).toContain('written a result (done)');
    expect(decide(exited(1), given('done')).note).toContain('written a result (done)');
    expect(decide(LOST, given('done')).note).toContain('exit code is unknown');
  });
});
