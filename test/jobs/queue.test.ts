import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestCancel } from '../../src/jobs/cancel.js';
import { tend } from '../../src/jobs/tend.js';
import { findByMark } from '../../src/processes/tree.js';
import { liveJobs } from '../../src/store/jobs.js';
import { errandCommand, useDriver } from '../harness/drive.js';
import { collect, dispatch, ended, intend, jobRoom, order, rowOf, status, type TestRoom } from '../harness/job-room.js';
import { until } from '../harness/until.js';

useDriver();

const sh = (script: string) => ['/bin/sh', '-c', script];

/** Runs until the file `go` appears in the room's folder. */
const untilGo = sh('while [ ! -e go ]; do sleep 0.05; done');

async function crash(room: TestRoom, run_id: string): Promise<void> {
  await until('it runs', () => existsSync(join(room.jobs_dir, run_id, 'started')));
  const row = await rowOf(room, run_id);
  process.kill(row.supervisor_pid ?? 0, 'SIGKILL');
  process.kill(-(row.pid ?? 0), 'SIGKILL');
}

describe('the queue', () => {
  it('runs at most so many at once, in order', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const log = join(room.dir, 'log');
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      ids.push(await dispatch(room, sh(`echo "+${name}" >>"${log}"; sleep 0.1; echo "-${name}" >>"${log}"`)));
    }
    for (const id of ids) expect(await ended(room, id)).toMatchObject({ status: 'succeeded' });
    expect(readFileSync(log, 'utf8').split('\n').slice(0, 8)).toEqual(['+a', '-a', '+b', '-b', '+c', '-c', '+d', '-d']);
  });

  it('runs a job that a running one waits for, even if there is one slot', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const parent = await dispatch(room, untilGo, { cwd: room.dir });
    await status(room, parent, 'running');
    const stranger = await dispatch(room, ['true']);
    const child = await dispatch(room, ['true'], { parent_run_id: parent });
    expect(await ended(room, child)).toMatchObject({ status: 'succeeded' });
    expect(await rowOf(room, stranger)).toMatchObject({ status: 'queued' });
    await writeFile(join(room.dir, 'go'), '');
    expect(await ended(room, parent)).toMatchObject({ status: 'succeeded' });
    expect(await ended(room, stranger)).toMatchObject({ status: 'succeeded' });
  });

  it('loses no slot to jobs that die without a word', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const ids: string[] = [];
    for (let i = 0; i < 10; i += 1) {
      const id = await dispatch(room, ['sleep', '1000']);
      await crash(room, id);
      ids.push(id);
    }
    expect(await ended(room, await dispatch(room, ['true']))).toMatchObject({ status: 'succeeded' });
    await tend(room);
    for (const id of ids) expect((await ended(room, id)).status).toMatch(/^(lost|failed)$/);
    expect(await room.store.read((tx) => liveJobs(tx))).toEqual([]);
  });

  it('gives the slot of a dead job to one that already waits', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const first = await dispatch(room, ['sleep', '1000']);
    await status(room, first, 'running');
    const second = await dispatch(room, ['true']);
    await crash(room, first);
    expect(await ended(room, second)).toMatchObject({ status: 'succeeded' });
    await tend(room);
    await ended(room, first);
  });
});

describe('a job that was dispatched from inside another', () => {
  it('is not part of it: it outlives the end of the one that dispatched it', async () => {
    const room = await jobRoom();
    const nested = await intend(room, order(room, untilGo, { cwd: room.dir }));
    const command = errandCommand(room, 'tend');
    const parent = await dispatch(room, ['/bin/sh', '-c', '"$@"; sleep 1000', 'parent', ...command]);
    await until('the nested one runs', async () => (await rowOf(room, nested)).pid);
    expect(await requestCancel(room, parent)).toMatchObject({ status: 'cancelled', confirmed: true });
    expect(await rowOf(room, nested)).toMatchObject({ status: 'running' });
    await writeFile(join(room.dir, 'go'), '');
    expect(await ended(room, nested)).toMatchObject({ status: 'succeeded' });
  });
});

describe('three hundred quick jobs', () => {
  it('leave no zombie, no process and no slot taken', { timeout: 240_000 }, async () => {
    const room = await jobRoom({ max_jobs: 6 });
    const waiting: string[] = [];
    const all: string[] = [];
    for (let i = 0; i < 300; i += 1) {
      const id = await dispatch(room, sh('sleep 0.01 & true'));
      all.push(id);
      waiting.push(id);
      if (waiting.length >= 8) await ended(room, waiting.shift() ?? '');
    }
    for (const id of all) expect(await ended(room, id)).toMatchObject({ status: 'succeeded' });
    expect(await collect(room)).toHaveLength(300);
    await until('every supervisor is gone', () => supervisors() === 0);
    // The last ones are reaped when their end is heard of.
    await until('no zombie is left', () => zombiesOf(process.pid).length === 0);
    expect(await room.store.read((tx) => liveJobs(tx))).toEqual([]);
  });
});

function supervisors(): number {
  return findByMark('ER_TEST_MARK', process.env.ER_TEST_MARK ?? '').filter((pid) => pid !== process.pid).length;
}

function zombiesOf(parent: number): string[] {
  const table = execFileSync('ps', ['-eo', 'ppid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').filter((line) => new RegExp(`^\\s*${parent}\\s+Z`).test(line));
}
