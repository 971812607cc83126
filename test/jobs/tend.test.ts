import { existsSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tend } from '../../src/jobs/tend.js';
import { findByMark } from '../../src/processes/tree.js';
import { updateJob } from '../../src/store/jobs.js';
import { acquireLease } from '../../src/store/lease.js';
import { drive, useDriver } from '../harness/drive.js';
import { count, counting, dispatchWithFault, supervisorDead } from '../harness/job-faults.js';
import { collect, dispatch, ended, intend, jobRoom, order, rowOf, trackOf } from '../harness/job-room.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';

useDriver();

describe('whoever looks next', () => {
  it('starts what was only intended', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, counting(room)));
    expect(await tend(room)).toMatchObject({ relaunched: [run_id], adopted: [], settled: [] });
    expect(await ended(room, run_id)).toMatchObject({ status: 'succeeded' });
    expect(count(room)).toBe(1);
    expect((await trackOf(room, run_id))[0]).toMatchObject({ event: 'dispatch_pyskill', run_id });
  });

  it('adopts a live workflow, keeps its exit code and its progress', async () => {
    const room = await jobRoom();
    const script = `echo '{"event":"progress","done":1,"total":2}' >"$ER_JOB_DIR/events.jsonl"; while [ ! -e go ]; do sleep 0.05; done; exit 7`;
    const run_id = await dispatch(room, ['/bin/sh', '-c', script], { cwd: room.dir });
    const row = await until('it runs', async () => {
      const now = await rowOf(room, run_id);
      return now.pid === null ? null : now;
    });
    await until('it is let run', () => existsSync(join(room.jobs_dir, run_id, 'events.jsonl')));
    process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
    await supervisorDead(room, run_id);
    expect(await tend(room)).toMatchObject({ adopted: [run_id] });
    expect((await rowOf(room, run_id)).pid).toBe(row.pid);
    expect((await tend(room)).adopted).toEqual([]);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(room.dir, 'go'), '');
    const end = await ended(room, run_id);
    expect(end).toMatchObject({ status: 'failed', reason: 'exit_code', exit_code: 7 });
    expect(JSON.parse(end.progress ?? '{}')).toMatchObject({ text: '1/2' });
  });

  it('ends an adopted workflow that is past due, and leaves one alone that is not', async () => {
    const room = await jobRoom();
    const ids = await Promise.all([dispatch(room, ['sleep', '1000']), dispatch(room, ['sleep', '1000'])]);
    for (const id of ids) {
      await until('it runs', () => existsSync(join(room.jobs_dir, id, 'started')));
      const row = await rowOf(room, id);
      process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
      await supervisorDead(room, id);
    }
    const [late = '', early = ''] = ids;
    await room.store.write((tx) => updateJob(tx, late, { due_at: new Date(Date.now() - 1_000).toISOString() }));
    await tend(room);
    expect(await ended(room, late)).toMatchObject({ status: 'timed_out', reason: 'wall_limit', stop_confirmed: 1 });
    expect(await rowOf(room, early)).toMatchObject({ status: 'running' });
    const { requestCancel } = await import('../../src/jobs/cancel.js');
    await requestCancel(room, early);
  });

  it('collects what ended while nobody watched', async () => {
    const room = await jobRoom();
    const run_id = await dispatchWithFault(room, 'supervisor.released', counting(room, 3));
    await supervisorDead(room, run_id);
    await until('the workflow has ended', () => existsSync(join(room.jobs_dir, run_id, 'exit')));
    expect(await tend(room)).toMatchObject({ settled: [run_id] });
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'failed', exit_code: 3 });
  });

  it('calls a workflow lost that vanished without an exit code', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000']);
    const row = await until('it runs', async () => {
      const now = await rowOf(room, run_id);
      return existsSync(join(room.jobs_dir, run_id, 'started')) && now.pid !== null ? now : null;
    });
    process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
    process.kill(-(row.pid ?? 0), 'SIGKILL');
    await supervisorDead(room, run_id);
    await tend(room);
    expect(await ended(room, run_id)).toMatchObject({ status: 'lost', reason: 'lost', exit_code: null });
    expect(await collect(room)).toMatchObject([{ status: 'lost', task_status: 'failed', reason: 'lost' }]);
  });

  it('believes the whole result of a workflow that vanished after writing it', async () => {
    const room = await jobRoom();
    const script = `/bin/sh ${program('writes-result.sh')} '{"task_status":"done","task_result":"fine"}'; touch "$ER_JOB_DIR/written"; sleep 1000`;
    const run_id = await dispatch(room, ['/bin/sh', '-c', script]);
    await until('it has written', () => existsSync(join(room.jobs_dir, run_id, 'written')));
    const row = await rowOf(room, run_id);
    process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
    process.kill(-(row.pid ?? 0), 'SIGKILL');
    await supervisorDead(room, run_id);
    await tend(room);
    expect(await ended(room, run_id)).toMatchObject({ status: 'succeeded' });
  });

  it('ends a job whose folder is gone, and stops what still runs of it', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000'], { cwd: room.dir });
    const row = await until('it runs', async () => {
      const now = await rowOf(room, run_id);
      return existsSync(join(room.jobs_dir, run_id, 'started')) && now.pid !== null ? now : null;
    });
    process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
    await supervisorDead(room, run_id);
    await rm(join(room.jobs_dir, run_id), { recursive: true });
    expect(await tend(room)).toMatchObject({ settled: [run_id] });
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'failed', reason: 'workspace_missing' });
    expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
  });

  it('does not call a job cancelled that had ended before anybody asked', async () => {
    const room = await jobRoom();
    const run_id = await dispatchWithFault(room, 'supervisor.released', counting(room));
    await supervisorDead(room, run_id);
    await until('the workflow has ended', () => existsSync(join(room.jobs_dir, run_id, 'exit')));
    await until('the clock has moved on', () => Date.now() > statSync(join(room.jobs_dir, run_id, 'exit')).mtimeMs + 2);
    const { requestCancel } = await import('../../src/jobs/cancel.js');
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'succeeded', was: 'live' });
  });

  it('runs the next attempt of a job whose supervisor died while it waited for it', async () => {
    const room = await jobRoom();
    const argv = ['/bin/sh', '-c', `printf x >>"${join(room.dir, 'count')}"; [ "$ER_ATTEMPT" = 2 ]`];
    const run_id = await dispatch(room, argv, { idempotent: true, max_attempts: 2 });
    const row = await until('it waits for its second attempt', async () => {
      const now = await rowOf(room, run_id);
      return now.status === 'queued' && now.attempt === 2 ? now : null;
    });
    process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
    await supervisorDead(room, run_id);
    expect((await tend(room)).relaunched).toEqual([run_id]);
    expect(await ended(room, run_id)).toMatchObject({ status: 'succeeded', attempt: 2 });
    expect(count(room)).toBe(2);
  });

  it('gives up on a job whose supervisor cannot be started only for now, and says so', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    await mkdir(join(room.jobs_dir, run_id, 'supervisor.log'));
    expect((await tend(room)).failed).toMatchObject([{ run_id }]);
    await rm(join(room.jobs_dir, run_id, 'supervisor.log'), { recursive: true });
    expect((await tend(room)).relaunched).toEqual([run_id]);
    await ended(room, run_id);
  });

  it('leaves alone what a live supervisor has, and jobs of other machines', async () => {
    const room = await jobRoom();
    const mine = await dispatch(room, ['sleep', '0.5']);
    await until('it runs', async () => (await rowOf(room, mine)).pid);
    const theirs = await intend(room, order(room, ['true']));
    await room.store.write((tx) => updateJob(tx, theirs, { host: 'elsewhere' }));
    expect(await tend(room)).toEqual({ relaunched: [], adopted: [], settled: [], failed: [] });
    await ended(room, mine);
  });

  it('does not start what a live round is just about to start', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    const parent = { pid: process.ppid };
    const { identify, hostName } = await import('../../src/processes/identity.js');
    const owner = `${hostName()}:${parent.pid}:${identify(parent.pid)?.started_at}`;
    const request = {
      environment_id: room.environment_id,
      owner,
      now: new Date(),
      ttl_ms: 60_000,
      isAlive: () => true,
    };
    await room.store.write((tx) => acquireLease(tx, request));
    expect(await tend(room)).toEqual({ relaunched: [], adopted: [], settled: [], failed: [] });
    expect((await tend({ ...room, now: () => new Date(Date.now() + 6_000) })).relaunched).toEqual([run_id]);
    await ended(room, run_id);
  });

  it('is any number of processes at once: every job runs once', async () => {
    const room = await jobRoom({ max_jobs: 4 });
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await intend(room, order(room, counting(room))));
    await Promise.all([drive(room, 'tend', { times: 2 }), drive(room, 'tend', { times: 2 })]);
    for (const id of ids) expect(await ended(room, id)).toMatchObject({ status: 'succeeded' });
    expect(count(room)).toBe(5);
    for (const id of ids) {
      const events = (await trackOf(room, id)).map(({ event }) => event);
      expect(events).toEqual(['dispatch_pyskill', 'process_started']);
    }
    await until('no supervisor is left', () => ids.every((id) => findByMark('ER_SUPERVISOR', id).length === 0));
  });
});
