import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../src/jobs/room.js';
import { askForSlot } from '../../src/jobs/supervisor/slots.js';

const NOW = new Date('2027-01-01T12:00:00Z');

function job(run_id: string, status: string, changes: Partial<JobRecord> = {}): JobRecord {
  return { run_id, status, parent_run_id: null, not_before: null, ...changes } as JobRecord;
}

function ask(run_id: string, live: JobRecord[], max_jobs: number, dead: string[] = []) {
  return askForSlot({ run_id, live, max_jobs, now: NOW, isHeld: (row) => !dead.includes(row.run_id) });
}

describe('slots', () => {
  it('are given to the first in the queue', () => {
    const live = [job('a', 'running'), job('b', 'queued'), job('c', 'queued')];
    expect(ask('b', live, 2).free).toBe(true);
    expect(ask('c', live, 2)).toEqual({ free: false, ahead: 1 });
    expect(ask('c', live, 3).free).toBe(true);
  });

  it('are free again when their holder died without a word', () => {
    const live = [job('a', 'running'), job('b', 'queued')];
    expect(ask('b', live, 1).free).toBe(false);
    expect(ask('b', live, 1, ['a']).free).toBe(true);
  });

  it('are not kept for a dead waiter, nor for a retry that waits for its time', () => {
    const live = [job('a', 'queued'), job('b', 'queued', { not_before: '2027-01-01T13:00:00Z' }), job('c', 'queued')];
    expect(ask('c', live, 1, ['a']).free).toBe(true);
    expect(ask('c', live, 1).free).toBe(false);
  });

  it('are borrowed from a running parent, so that nobody waits for himself', () => {
    const live = [job('a', 'running'), job('b', 'queued', { parent_run_id: 'a' })];
    expect(ask('b', live, 1).free).toBe(true);
  });

  it('are borrowed by one child at a time', () => {
    const live = [
      job('a', 'running'),
      job('b', 'running', { parent_run_id: 'a' }),
      job('c', 'queued', { parent_run_id: 'a' }),
    ];
    expect(ask('c', live, 1).free).toBe(false);
    expect(ask('c', live, 2).free).toBe(true);
  });

  it('are borrowed down any number of generations', () => {
    const live = [
      job('a', 'running'),
      job('b', 'running', { parent_run_id: 'a' }),
      job('c', 'queued', { parent_run_id: 'b' }),
      job('d', 'queued'),
    ];
    expect(ask('c', live, 1).free).toBe(true);
    expect(ask('d', live, 1).free).toBe(false);
  });

  it('are not borrowed from a parent that has ended', () => {
    const live = [job('z', 'running'), job('b', 'queued', { parent_run_id: 'a' })];
    expect(ask('b', live, 1).free).toBe(false);
  });
});
