import { describe, expect, it } from 'vitest';
import {
  isLive,
  JOB_STATUSES,
  jobStatus,
  jobStatusOfInvocation,
  taskStatusOf,
  verdictOf,
} from '../../src/jobs/status.js';

describe('the table of statuses', () => {
  it.each([
    ['queued', null, 'running'],
    ['running', null, 'running'],
    ['succeeded', null, 'done'],
    ['succeeded', 'passed', 'done'],
    ['succeeded', 'failed', 'failed'],
    ['failed', 'error', 'failed'],
    ['timed_out', null, 'failed'],
    ['lost', null, 'failed'],
    ['cancelled', 'passed', 'cancelled'],
  ] as const)('a job that is %s with verdict %s has a task that is %s', (job, verdict, task) => {
    expect(taskStatusOf(job, verdict)).toBe(task);
  });

  it.each([
    ['pending', 'running'],
    ['completed', 'succeeded'],
    ['failed', 'failed'],
    ['timed_out', 'timed_out'],
    ['cancelled', 'cancelled'],
  ] as const)('an invocation that is %s is a job that is %s', (invocation, job) => {
    expect(jobStatusOfInvocation(invocation)).toBe(job);
  });

  it('has two live statuses', () => {
    expect(JOB_STATUSES.filter(isLive)).toEqual(['queued', 'running']);
  });

  it('reads what is stored and refuses what is not of it', () => {
    expect(jobStatus('lost')).toBe('lost');
    expect(() => jobStatus('odd')).toThrow(/odd/);
    expect(verdictOf('passed')).toBe('passed');
    expect(verdictOf('green')).toBeNull();
  });
});
