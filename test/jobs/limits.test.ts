import { existsSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launch } from '../../src/jobs/launch.js';
import { readOutcome } from '../../src/jobs/outcome.js';
import type { JobLimits } from '../../src/jobs/room.js';
import { tend } from '../../src/jobs/tend.js';
import { findByMark } from '../../src/processes/tree.js';
import { dispatch, ended, intend, jobRoom, order, rowOf, status, trackOf } from '../harness/job-room.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';

const limits = (changes: Partial<JobLimits>): { limits: JobLimits } => ({
  limits: { wall_ms: 60_000, idle_ms: 60_000, output_bytes: 1 << 30, ...changes },
});

describe('a limit', () => {
  it('of time ends a workflow with all its grandchildren', async () => {
    const room = await jobRoom();
    const script = `"$0" -e 'setInterval(()=>{},1e3)' & wait`;
    const run_id = await dispatch(room, ['/bin/sh', '-c', script, process.execPath], limits({ wall_ms: 300 }));
    const row = await ended(room, run_id);
    expect(row).toMatchObject({ status: 'timed_out', reason: 'wall_limit', stop_confirmed: 1, due_at: null });
    expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
    expect((await readOutcome(room, row)).result).toContain('timed_out: wall_limit');
  });

  it('of silence ends a workflow that says nothing, and frees its slot', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const silent = await dispatch(room, [process.execPath, program('forever.mjs')], limits({ idle_ms: 400 }));
    const next = await dispatch(room, ['true']);
    expect(await ended(room, silent)).toMatchObject({ status: 'timed_out', reason: 'idle_limit' });
    expect(await ended(room, next)).toMatchObject({ status: 'succeeded' });
  });

  it('of silence is not reached while events come', async () => {
    const room = await jobRoom();
    const beat = `for i in 1 2 3 4 5 6; do echo '{"event":"heartbeat"}' >>"$ER_JOB_DIR/events.jsonl"; sleep 0.3; done`;
    const run_id = await dispatch(room, ['/bin/sh', '-c', beat], limits({ idle_ms: 900 }));
    expect(await ended(room, run_id)).toMatchObject({ status: 'succeeded' });
  });

  it('of output ends a flood; what was written stays', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['yes', 'no end'], limits({ output_bytes: 1_000_000 }));
    const row = await ended(room, run_id);
    expect(row).toMatchObject({ status: 'failed', reason: 'output_limit', stop_confirmed: 1 });
    expect(statSync(join(room.jobs_dir, run_id, 'stdout')).size).toBeGreaterThan(1_000_000);
    expect((await readOutcome(room, row)).result.length).toBeLessThan(6_000);
  });

  it('passed by a workflow that had written its result is still a timeout, and says so', async () => {
    const room = await jobRoom();
    const script = `/bin/sh ${program('writes-result.sh')} '{"task_status":"done","task_result":"fine"}'; sleep 1000`;
    const run_id = await dispatch(room, ['/bin/sh', '-c', script], limits({ wall_ms: 600 }));
    const row = await ended(room, run_id);
    expect(row).toMatchObject({ status: 'timed_out', reason: 'wall_limit' });
    expect((await readOutcome(room, row)).result).toContain('it had written a result (done) before');
  });
});

describe('a due time', () => {
  it('is stored when the workflow starts', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '0.5'], limits({ wall_ms: 50_000 }));
    const row = await until('it has started', async () => {
      const now = await rowOf(room, run_id);
      return now.started_at === null ? null : now;
    });
    expect(Date.parse(row.due_at ?? '') - Date.parse(row.started_at ?? '')).toBe(50_000);
    await ended(room, run_id);
  });
});

describe('a job folder that is deleted while the job runs', () => {
  it('ends the job: its process is stopped, its workspace missing', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000'], { cwd: room.dir });
    await until('it runs', () => existsSync(join(room.jobs_dir, run_id, 'started')));
    await rm(join(room.jobs_dir, run_id), { recursive: true });
    expect(await ended(room, run_id)).toMatchObject({
      status: 'failed',
      reason: 'workspace_missing',
      stop_confirmed: 1,
    });
    expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
    expect((await trackOf(room, run_id)).some(({ reason }) => reason === 'workspace_missing')).toBe(true);
  });

  it('while it waits for a slot is said as soon as it has one, and by its own supervisor', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const running = await dispatch(room, ['/bin/sh', '-c', 'while [ ! -e go ]; do sleep 0.05; done'], {
      cwd: room.dir,
    });
    await status(room, running, 'running');
    const run_id = await intend(room, order(room, ['true']));
    await launch(room, run_id);
    await until('its supervisor has claimed it', async () => (await rowOf(room, run_id)).supervisor_pid);
    await rm(join(room.jobs_dir, run_id), { recursive: true });
    await writeFile(join(room.dir, 'go'), '');
    expect(await ended(room, run_id)).toMatchObject({ status: 'failed', reason: 'workspace_missing' });
  });

  it('that lacks its input is no reason to fall: the job could not be started', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    await rm(join(room.jobs_dir, run_id, 'input.json'));
    await tend(room);
    expect(await ended(room, run_id)).toMatchObject({ status: 'failed', reason: 'launch_failed' });
  });

  it('is not mistaken for one that was put in its place', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000'], { cwd: room.dir });
    await status(room, run_id, 'running');
    await until('it runs', () => existsSync(join(room.jobs_dir, run_id, 'started')));
    await rename(join(room.jobs_dir, run_id), join(room.dir, 'moved'));
    expect(await ended(room, run_id)).toMatchObject({ status: 'failed', reason: 'workspace_missing' });
  });
});
