import { existsSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestCancel } from '../../src/jobs/cancel.js';
import { describeJob } from '../../src/jobs/describe.js';
import { followEvents, type JobEvent } from '../../src/jobs/follow.js';
import { type LogOptions, logs } from '../../src/jobs/logs.js';
import { discardPrepared, prepareJob } from '../../src/jobs/prepare.js';
import { pruneJobs } from '../../src/jobs/prune.js';
import { markReported, updateJob } from '../../src/store/jobs.js';
import { supervisorDead } from '../harness/job-faults.js';
import { collect, dispatch, ended, intend, jobRoom, order, rowOf, status, type TestRoom } from '../harness/job-room.js';
import { until } from '../harness/until.js';

const sh = (script: string) => ['/bin/sh', '-c', script];

async function bytes(room: TestRoom, run_id: string, options: Partial<LogOptions> = {}): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of logs(room, run_id, { stream: 'stdout', range: null, follow: false, ...options }))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

describe('describing a job', () => {
  it('tells what was just seen from what is only recorded', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(
      room,
      sh(`echo '{"event":"step","name":"login","index":1,"total":3}' >"$ER_JOB_DIR/events.jsonl"; sleep 1000`),
    );
    await until('its progress is stored', async () => (await rowOf(room, run_id)).progress);
    const view = describeJob(room, await rowOf(room, run_id));
    expect(view).toMatchObject({
      run_id,
      type: 'functest',
      status: 'running',
      alive: true,
      progress: { text: 'login (1/3)', step: 'login' },
      attempt: 1,
      source: { round_id: 1, task_id: 1 },
      collected: false,
      cancel_requested: false,
    });
    expect(view.elapsed_ms).toBeGreaterThan(0);
    expect(Date.parse(view.due_at ?? '')).toBeGreaterThan(Date.now());
    const row = await rowOf(room, run_id);
    expect(describeJob(room, { ...row, host: 'elsewhere' }).alive).toBeNull();
    await requestCancel(room, run_id);
    expect(describeJob(room, await rowOf(room, run_id))).toMatchObject({ status: 'cancelled', alive: false });
  });

  it('tells of a supervisor that is halted, and whether what it watches has ended', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, sh('while [ ! -e "$ER_JOB_DIR/go" ]; do sleep 0.02; done'));
    await until('it runs', async () => (await rowOf(room, run_id)).started_at);
    const row = await rowOf(room, run_id);
    const pid = row.supervisor_pid ?? 0;
    const halted = async () => describeJob(room, await rowOf(room, run_id)).halted;
    expect(await halted()).toBeNull();
    process.kill(pid, 'SIGSTOP');
    expect(await until('it is halted', halted)).toEqual({ pid, work: 'running' });
    await writeFile(join(describeJob(room, row).directory, 'go'), '');
    await until('its work has ended', async () => (await halted())?.work === 'ended');
    process.kill(pid, 'SIGCONT');
    expect(await ended(room, run_id)).toMatchObject({ status: 'succeeded' });
    expect(await halted()).toBeNull();
  });

  it('of one whose processes are all dead says so', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    await room.store.write((tx) =>
      updateJob(tx, run_id, { status: 'running', supervisor_pid: 1, supervisor_started_at: 'x' }),
    );
    expect(describeJob(room, await rowOf(room, run_id))).toMatchObject({ status: 'running', alive: false });
    await room.store.write((tx) => updateJob(tx, run_id, { status: 'lost' }));
  });
});

describe('following a job', () => {
  it('shows its steps as they come and ends with it', async () => {
    const room = await jobRoom();
    const script = `for i in 1 2 3; do echo "{\\"event\\":\\"progress\\",\\"done\\":$i,\\"total\\":3}" >>"$ER_JOB_DIR/events.jsonl"; sleep 0.25; done`;
    const run_id = await dispatch(room, sh(script));
    const events: JobEvent[] = [];
    for await (const event of followEvents(room, run_id)) events.push(event);
    expect(events.at(-1)).toMatchObject({ event: 'status', status: 'succeeded' });
    const shown = events.flatMap((event) => (event.event === 'progress' ? [event.progress.text] : []));
    expect(shown.at(-1)).toBe('3/3');
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(JSON.parse((await rowOf(room, run_id)).progress ?? '{}')).toMatchObject({ done: 3 });
  });

  it('ends when nobody wants to see more', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000']);
    const stop = new AbortController();
    for await (const event of followEvents(room, run_id, stop.signal)) {
      if (event.event === 'status' && event.status === 'running') stop.abort();
    }
    await requestCancel(room, run_id);
  });

  it('of a job nobody knows is an error', async () => {
    const room = await jobRoom();
    await expect(followEvents(room, 'job_nope').next()).rejects.toMatchObject({ code: 'JOB_UNKNOWN' });
    await expect(bytes(room, 'job_nope')).rejects.toMatchObject({ code: 'JOB_UNKNOWN' });
  });
});

describe('logs', () => {
  it('are the bytes on disk, whole or a range of them', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(
      room,
      sh(`printf '0123\\377456789'; echo oops >&2; echo '{"event":"heartbeat"}' >"$ER_JOB_DIR/events.jsonl"`),
    );
    await ended(room, run_id);
    expect(await bytes(room, run_id)).toBe('0123\xff456789');
    expect(await bytes(room, run_id, { range: '2:6' })).toBe('23\xff4');
    expect(await bytes(room, run_id, { range: '-3:' })).toBe('789');
    expect(await bytes(room, run_id, { stream: 'stderr' })).toBe('oops\n');
    expect(await bytes(room, run_id, { stream: 'events' })).toBe('{"event":"heartbeat"}\n');
    await expect(bytes(room, run_id, { range: 'x' })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('follow a job to its last byte', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, sh('for i in 1 2 3 4; do echo $i; sleep 0.15; done'));
    expect(await bytes(room, run_id, { follow: true })).toBe('1\n2\n3\n4\n');
  });

  it('are followed to an end even where the supervisor has died', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, sh('echo on; while [ ! -e go ]; do sleep 0.05; done; echo off'), {
      cwd: room.dir,
    });
    await until('it is let run', async () => (await bytes(room, run_id)) === 'on\n');
    process.kill((await rowOf(room, run_id)).supervisor_pid ?? 0, 'SIGKILL');
    await supervisorDead(room, run_id);
    const followed = bytes(room, run_id, { follow: true });
    await writeFile(join(room.dir, 'go'), '');
    expect(await followed).toBe('on\noff\n');
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'succeeded' });
  });

  it('of a job that has not started are empty', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    expect(await bytes(room, run_id)).toBe('');
    await room.store.write((tx) => updateJob(tx, run_id, { status: 'cancelled' }));
  });
});

describe('pruning', () => {
  it('removes the folders of what is finished and reported, and nothing else', async () => {
    const room = await jobRoom();
    const [reported, unreported] = [await dispatch(room, ['true']), await dispatch(room, ['true'])];
    await ended(room, reported);
    await ended(room, unreported);
    await collect(room);
    await room.store.write((tx) => markReported(tx, [reported], new Date()));
    const later = new Date(Date.now() + 60_000);
    expect(await pruneJobs(room, new Date(0))).toEqual({ removed: [] });
    expect(await pruneJobs(room, later)).toEqual({ removed: [reported] });
    expect(await pruneJobs(room, later)).toEqual({ removed: [] });
    expect(existsSync(join(room.jobs_dir, reported))).toBe(false);
    expect(existsSync(join(room.jobs_dir, unreported))).toBe(true);
    expect(await rowOf(room, reported)).toMatchObject({ status: 'succeeded' });
  });

  it('removes old folders that no row names, and keeps those it does not know', async () => {
    const room = await jobRoom();
    const prepared = await prepareJob(room, order(room, ['true']));
    await mkdir(join(room.jobs_dir, 'something-else'));
    expect(await pruneJobs(room, new Date(Date.now() - 60_000))).toEqual({ removed: [] });
    const old = new Date(Date.now() - 3_600_000);
    await utimes(join(prepared.directory, 'input.json'), old, old);
    expect(await pruneJobs(room, new Date(Date.now() - 60_000))).toEqual({ removed: [prepared.run_id] });
    expect(existsSync(join(room.jobs_dir, 'something-else'))).toBe(true);
  });
});

describe('preparing', () => {
  it('makes a folder that no row needs, and takes it away again', async () => {
    const room = await jobRoom();
    const prepared = await prepareJob(
      room,
      order(room, ['echo', 'a b'], { limits: { wall_ms: 0, idle_ms: 0, output_bytes: 0 } }),
    );
    expect(prepared.run_id).toMatch(/^job_\d{8}_\d{6}_[a-z2-9]{6}$/);
    const command = JSON.parse(await readFile(join(prepared.directory, 'command.json'), 'utf8'));
    expect(command).toMatchObject({
      argv: ['echo', 'a b'],
      cwd: 'job',
      limits: { wall_ms: 3_600_000, idle_ms: 600_000 },
    });
    await discardPrepared(room, prepared);
    expect(existsSync(prepared.directory)).toBe(false);
  });

  it('says where it cannot', async () => {
    const room = await jobRoom();
    await writeFile(join(room.dir, 'file'), '');
    const blocked = { ...room, jobs_dir: join(room.dir, 'file', 'jobs') };
    await expect(prepareJob(blocked, order(room, ['true']))).rejects.toMatchObject({ code: 'JOB_FOLDER' });
  });
});

it('a job waits in the queue as queued, seen alive', async () => {
  const room = await jobRoom({ max_jobs: 1 });
  const first = await dispatch(room, ['sleep', '1000']);
  await status(room, first, 'running');
  const second = await dispatch(room, ['true']);
  expect(describeJob(room, await rowOf(room, second))).toMatchObject({ status: 'queued', alive: true, pid: null });
  await requestCancel(room, first);
  await ended(room, second);
});
