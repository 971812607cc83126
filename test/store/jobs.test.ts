import { expect, it } from 'vitest';
import { ensureEnvironment } from '../../src/store/environments.js';
import {
  claimSupervisor,
  endedUncollected,
  findJob,
  findLiveByRequestKey,
  finishJob,
  jobsOf,
  liveJobs,
  markCollected,
  markReported,
  prunable,
  type StoredJob,
  unreported,
  updateJob,
} from '../../src/store/jobs.js';
import { openStore } from '../../src/store/open.js';
import { dispatched, later, withEnvironment, withStore } from './made.js';

const ids = (jobs: readonly StoredJob[]) => jobs.map(({ run_id }) => run_id);
const one = { pid: 11, started_at: '100' };
const two = { pid: 22, started_at: '200' };

it('stores a job with everything that has not happened yet as null', async () => {
  await withEnvironment(async (tx, environment_id) => {
    await dispatched(tx, environment_id, 'a');
    expect(await findJob(tx, 'a')).toMatchObject({ status: 'queued', pid: null, finished_at: null, verdict: null });
    expect(await findJob(tx, 'b')).toBe(null);
  });
});

it('finds the oldest live job of a request, and allows a second one of the same request', async () => {
  await withEnvironment(async (tx, environment_id) => {
    await dispatched(tx, environment_id, 'b', { request_key: 'k', queued_at: later(1).toISOString() });
    await dispatched(tx, environment_id, 'a', { request_key: 'k', queued_at: later(2).toISOString() });
    expect((await findLiveByRequestKey(tx, 'k'))?.run_id).toBe('b');
    await updateJob(tx, 'b', { status: 'failed' });
    expect((await findLiveByRequestKey(tx, 'k'))?.run_id).toBe('a');
    await updateJob(tx, 'a', { status: 'succeeded' });
    expect(await findLiveByRequestKey(tx, 'k')).toBe(null);
  });
});

it('lists live jobs in the order they were queued, of one environment or host on request', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const other = (await ensureEnvironment(tx, 'other', later(0))).id;
    await dispatched(tx, environment_id, 'c', { queued_at: later(3).toISOString(), status: 'running' });
    await dispatched(tx, other, 'a', { queued_at: later(1).toISOString() });
    await dispatched(tx, environment_id, 'b', { queued_at: later(2).toISOString(), host: 'there' });
    await dispatched(tx, environment_id, 'd', { status: 'lost' });
    expect(ids(await liveJobs(tx))).toEqual(['a', 'b', 'c']);
    expect(ids(await liveJobs(tx, { environment_id }))).toEqual(['b', 'c']);
    expect(ids(await liveJobs(tx, { environment_id, host: 'here' }))).toEqual(['c']);
    expect(ids(await jobsOf(tx, environment_id, { limit: 2 }))).toEqual(['c', 'b']);
  });
});

it('gives a job to one supervisor at a time, by pid and start time', async () => {
  await withEnvironment(async (tx, environment_id) => {
    await dispatched(tx, environment_id, 'a');
    expect(await claimSupervisor(tx, 'a', null, one)).toBe(true);
    expect(await claimSupervisor(tx, 'a', null, two)).toBe(false);
    expect(await claimSupervisor(tx, 'a', { ...one, started_at: '101' }, two)).toBe(false);
    expect(await claimSupervisor(tx, 'a', one, two)).toBe(true);
    expect(await findJob(tx, 'a')).toMatchObject({ supervisor_pid: 22, supervisor_started_at: '200' });
    await updateJob(tx, 'a', { status: 'succeeded' });
    expect(await claimSupervisor(tx, 'a', two, one)).toBe(false);
  });
});

it('lets only the supervisor of the current attempt end a job, and only once', async () => {
  await withEnvironment(async (tx, environment_id) => {
    await dispatched(tx, environment_id, 'a', { attempt: 2, status: 'running' });
    await claimSupervisor(tx, 'a', null, one);
    const end = { status: 'succeeded', finished_at: later(9).toISOString(), exit_code: 0 };
    expect(await finishJob(tx, 'a', { supervisor: two, attempt: 2 }, end)).toBe(false);
    expect(await finishJob(tx, 'a', { supervisor: null, attempt: 2 }, end)).toBe(false);
    expect(await finishJob(tx, 'a', { supervisor: one, attempt: 1 }, end)).toBe(false);
    expect(await finishJob(tx, 'a', { supervisor: one, attempt: 2 }, end)).toBe(true);
    expect(await finishJob(tx, 'a', { supervisor: one, attempt: 2 }, { ...end, status: 'failed' })).toBe(false);
    expect((await findJob(tx, 'a'))?.status).toBe('succeeded');
  });
});

it('walks an ended job from uncollected over unreported to prunable', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const key = await dispatched(tx, environment_id, 'a');
    expect(await markCollected(tx, 'a', { now: later(9), ...key })).toBe(false);
    await updateJob(tx, 'a', { status: 'succeeded', finished_at: later(10).toISOString() });
    expect(ids(await endedUncollected(tx, environment_id))).toEqual(['a']);
    expect(await markCollected(tx, 'a', { now: later(11), round_id: 7, task_id: 3 })).toBe(true);
    expect(await markCollected(tx, 'a', { now: later(12), round_id: 8, task_id: 4 })).toBe(false);
    expect(await findJob(tx, 'a')).toMatchObject({ collected_round_id: 7, collected_task_id: 3 });
    expect(ids(await endedUncollected(tx, environment_id))).toEqual([]);
    expect(ids(await unreported(tx, environment_id))).toEqual(['a']);
    expect(ids(await prunable(tx, later(99)))).toEqual([]);
    await markReported(tx, ['a'], later(13));
    await markReported(tx, ['a'], later(14));
    expect((await findJob(tx, 'a'))?.reported_at).toBe(later(13).toISOString());
    expect(ids(await unreported(tx, environment_id))).toEqual([]);
    expect(ids(await prunable(tx, later(10)))).toEqual([]);
    expect(ids(await prunable(tx, later(11)))).toEqual(['a']);
  });
});

it('lets exactly one of twenty concurrent collectors on two connections write the back-fill', async () => {
  await withStore(async (store) => {
    const other = await openStore(store.file);
    const key = await store.write(async (tx) => {
      const { id } = await ensureEnvironment(tx, 'default', later(0));
      return dispatched(tx, id, 'a', { status: 'succeeded', finished_at: later(1).toISOString() });
    });
    const won = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? store : other).write((tx) => markCollected(tx, 'a', { now: later(2), ...key })),
      ),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    await other.close();
  });
});
