import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestCancel } from '../../src/jobs/cancel.js';
import { findByMark } from '../../src/processes/tree.js';
import { drive, useDriver } from '../harness/drive.js';
import { dispatch, ended, intend, jobRoom, order, rowOf, status, trackOf } from '../harness/job-room.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';

useDriver();

const node = (name: string, ...args: string[]) => [process.execPath, program(name), ...args];

describe('cancelling', () => {
  it('lets a workflow clean up, confirms, and only then says cancelled', async () => {
    const room = await jobRoom({ stop_grace_ms: 5_000 });
    const [ready, cleaned] = [join(room.dir, 'ready'), join(room.dir, 'cleaned')];
    const run_id = await dispatch(room, node('cleans-up.mjs', ready, cleaned));
    await until('it is ready', () => existsSync(ready));
    expect(await requestCancel(room, run_id)).toEqual({
      status: 'cancelled',
      confirmed: true,
      forced: false,
      was: 'live',
    });
    expect(existsSync(cleaned)).toBe(true);
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'cancelled', reason: 'cancelled', stop_confirmed: 1 });
    expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
  });

  it('kills what ignores SIGTERM, and the record says so', async () => {
    const room = await jobRoom();
    const ready = join(room.dir, 'ready');
    const run_id = await dispatch(room, node('no-killable.mjs', ready));
    await until('it is ready', () => existsSync(ready));
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', confirmed: true, forced: true });
    expect((await trackOf(room, run_id)).find(({ event }) => event === 'process_stopped')).toMatchObject({
      reason: 'cancelled',
      return: { forced: true, confirmed: true },
    });
  });

  it('is not waited for beyond what the caller wants, and goes on', async () => {
    const room = await jobRoom({ stop_grace_ms: 1_500 });
    const ready = join(room.dir, 'ready');
    const deaf = 'trap "" TERM; : > "$0"; while :; do sleep 0.05; done';
    const run_id = await dispatch(room, ['/bin/sh', '-c', deaf, ready]);
    await until('it is ready', () => existsSync(ready));
    const wait = new AbortController();
    const stop = requestCancel(room, run_id, wait.signal);
    await until('the stop is asked for', async () => (await rowOf(room, run_id)).cancel_requested_at !== null);
    wait.abort();
    expect(await stop).toEqual({
      status: 'running',
      confirmed: false,
      forced: false,
      was: 'live',
      waited: 'interrupted',
    });
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', confirmed: true });
  });

  it('ends grandchildren and those in sessions of their own', async () => {
    const room = await jobRoom();
    const ready = join(room.dir, 'ready');
    const run_id = await dispatch(room, ['/bin/sh', program('forks.sh'), ready]);
    await until('all run', () => existsSync(ready) && findByMark('ER_RUN_ID', run_id).length >= 5);
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', confirmed: true });
    expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
  });

  it('of a queued job starts nothing', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const first = await dispatch(room, ['sleep', '1000']);
    await status(room, first, 'running');
    const second = await dispatch(room, ['/bin/sh', program('counts.sh'), join(room.dir, 'count')]);
    expect(await requestCancel(room, second)).toMatchObject({ status: 'cancelled', confirmed: null, was: 'live' });
    expect(existsSync(join(room.dir, 'count'))).toBe(false);
    await requestCancel(room, first);
  });

  it('of a job whose supervisor was never started starts nothing', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['/bin/sh', program('counts.sh'), join(room.dir, 'count')]));
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', was: 'live' });
    expect(existsSync(join(room.dir, 'count'))).toBe(false);
  });

  it('reaches a job whose supervisor is dead', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000']);
    // Before it is let run there would be nothing to stop.
    await until('it is let run', () => existsSync(join(room.jobs_dir, run_id, 'started')));
    const row = await rowOf(room, run_id);
    process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', confirmed: true, was: 'live' });
    expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
  });

  it('of an ended job changes nothing', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['true']);
    await ended(room, run_id);
    expect(await requestCancel(room, run_id)).toEqual({
      status: 'succeeded',
      confirmed: null,
      forced: false,
      was: 'ended',
    });
    expect((await rowOf(room, run_id)).cancel_requested_at).toBeNull();
  });

  it('of a job nobody knows says so', async () => {
    await expect(requestCancel(await jobRoom(), 'job_nope')).rejects.toMatchObject({ code: 'JOB_UNKNOWN' });
  });

  it('survives the canceller being killed once the intent is stored', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000']);
    await status(room, run_id, 'running');
    expect((await drive(room, 'cancel', { run_id, fault: 'cancel.requested' })).signal).toBe('SIGKILL');
    expect(await ended(room, run_id)).toMatchObject({ status: 'cancelled', stop_confirmed: 1 });
  });

  it('survives the supervisor being killed after it stopped the workflow', async () => {
    const room = await jobRoom();
    process.env.ER_FAULT_POINT = 'cancel.stopped';
    const run_id = await dispatch(room, ['/bin/sh', program('counts.sh'), join(room.dir, 'count'), '0', '1000']);
    delete process.env.ER_FAULT_POINT;
    await until('it runs', () => existsSync(join(room.dir, 'count')));
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', was: 'live' });
    expect(readFileSync(join(room.dir, 'count'), 'utf8')).toBe('x');
  });

  it('from several processes at once ends it once', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000']);
    await status(room, run_id, 'running');
    const driven = await Promise.all([
      drive(room, 'cancel', { run_id, times: 3 }),
      drive(room, 'cancel', { run_id, times: 3 }),
    ]);
    for (const { results } of driven) {
      for (const report of results) expect(report).toMatchObject({ status: 'cancelled' });
    }
    const stops = (await trackOf(room, run_id)).filter(({ event }) => event === 'process_stopped');
    expect(stops).toHaveLength(1);
  });
});
