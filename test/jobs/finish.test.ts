import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { endAttempt } from '../../src/jobs/end-attempt.js';
import { self } from '../../src/processes/identity.js';
import { claimSupervisor, updateJob } from '../../src/store/jobs.js';
import type { Store } from '../../src/store/open.js';
import { StoreBusyError } from '../../src/store/store-errors.js';
import { dispatch, ended, intend, jobRoom, order, rowOf, status } from '../harness/job-room.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';

describe('the write that ends a job', () => {
  it('is repeated when it fails; the work is not', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    await room.store.write((tx) => claimSupervisor(tx, run_id, null, self()));
    await room.store.write((tx) => updateJob(tx, run_id, { status: 'running' }));
    let failures = 2;
    const store: Store = {
      ...room.store,
      file: room.store.file,
      commits: 0,
      read: (work) => room.store.read(work),
      write: (work) => {
        failures -= 1;
        if (failures >= 0) return Promise.reject(new StoreBusyError(room.store.file, 10));
        return room.store.write(work);
      },
    };
    const row = await rowOf(room, run_id);
    const fate = { kind: 'exited', code: 0, signal: null } as const;
    expect(await endAttempt({ ...room, store }, row, null, fate, self(), {}, false)).toBe('ended');
    expect(failures).toBe(-1);
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'succeeded' });
  });

  it('waits for a store that another process keeps locked', async () => {
    const room = await jobRoom();
    const counter = join(room.dir, 'count');
    const run_id = await dispatch(room, ['/bin/sh', program('counts.sh'), counter, '0', '0.3']);
    await status(room, run_id, 'running');
    await until('it has had its effect', () => {
      appendFileSync(counter, '');
      return readFileSync(counter, 'utf8') === 'x';
    });
    const other = new Libsql(room.store.file);
    other.exec('begin immediate');
    await until('the workflow has ended', () => {
      const at = join(room.jobs_dir, run_id, 'outcome.json');
      appendFileSync(counter, '');
      try {
        return readFileSync(at, 'utf8').length > 0;
      } catch {
        return false;
      }
    });
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'running' });
    other.exec('rollback');
    other.close();
    expect(await ended(room, run_id)).toMatchObject({ status: 'succeeded' });
    expect(readFileSync(counter, 'utf8')).toBe('x');
  });

  it('changes nothing when the job is no longer ours', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    await room.store.write((tx) => claimSupervisor(tx, run_id, null, { pid: 1, started_at: 'another' }));
    const row = await rowOf(room, run_id);
    const fate = { kind: 'exited', code: 0, signal: null } as const;
    expect(await endAttempt(room, row, null, fate, self(), {}, false)).toBe('superseded');
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'queued', finished_at: null });
    await room.store.write((tx) =>
      updateJob(tx, run_id, { status: 'cancelled', finished_at: new Date().toISOString() }),
    );
  });
});
