import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestCancel } from '../../src/jobs/cancel.js';
import { noteLate } from '../../src/jobs/late.js';
import { retryDelayMs } from '../../src/jobs/retry.js';
import { collect, dispatch, ended, jobRoom, rowOf, status, trackOf } from '../harness/job-room.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';

const AGAIN = { idempotent: true, max_attempts: 3 };
const sh = (script: string) => ['/bin/sh', '-c', script];

describe('a failed attempt', () => {
  it('of an idempotent package is repeated, with growing pauses and one key, in a folder of its own', async () => {
    const room = await jobRoom();
    const script = `echo "$ER_ATTEMPT $ER_IDEMPOTENCY_KEY $ER_JOB_DIR $(date +%s%3N)" >>attempts; grep -o '"attempt":[0-9]*' >>inputs; [ "$ER_ATTEMPT" = 2 ]`;
    const run_id = await dispatch(room, sh(script), { ...AGAIN, cwd: room.dir });
    const row = await ended(room, run_id);
    expect(row).toMatchObject({ status: 'succeeded', attempt: 2, reason: null, exit_code: 0 });
    const lines = readFileSync(join(room.dir, 'attempts'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const base = join(room.jobs_dir, run_id);
    expect(lines.map(([attempt, , dir]) => [attempt, dir])).toEqual([
      ['1', base],
      ['2', join(base, 'attempt-2')],
    ]);
    expect(new Set(lines.map(([, key]) => key))).toEqual(new Set([row.idempotency_key]));
    expect(Number(lines[1]?.[3]) - Number(lines[0]?.[3])).toBeGreaterThan(750);
    expect(readFileSync(join(room.dir, 'inputs'), 'utf8')).toBe('"attempt":1\n"attempt":2\n');
    const track = await trackOf(room, run_id);
    expect(track.map(({ event }) => event)).toEqual([
      'dispatch_pyskill',
      'process_started',
      'attempt_failed',
      'dispatch_pyskill',
      'process_started',
    ]);
    expect(track[2]).toMatchObject({ reason: 'exit_code', return: { attempt: 1, next_attempt: 2 } });
  });

  it('is the last one when there are no more', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['/bin/sh', program('counts.sh'), join(room.dir, 'count'), '5'], {
      idempotent: true,
      max_attempts: 2,
    });
    expect(await ended(room, run_id)).toMatchObject({ status: 'failed', attempt: 2, exit_code: 5 });
    expect(readFileSync(join(room.dir, 'count'), 'utf8')).toBe('xx');
    expect(await collect(room)).toHaveLength(1);
  });

  it('is never repeated unless the package says it may be', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['/bin/sh', program('counts.sh'), join(room.dir, 'count'), '5'], {
      idempotent: false,
      max_attempts: 3,
    });
    expect(await ended(room, run_id)).toMatchObject({ status: 'failed', attempt: 1, max_attempts: 1 });
  });

  it('is never repeated because tests are red', async () => {
    const room = await jobRoom();
    const red = '{"task_status":"failed","data":{"verdict":"failed"}}';
    const run_id = await dispatch(room, ['/bin/sh', program('writes-result.sh'), red, '1'], AGAIN);
    expect(await ended(room, run_id)).toMatchObject({ status: 'failed', attempt: 1, reason: 'verdict_failed' });
  });

  it('waits its time without a slot, and can be cancelled meanwhile', async () => {
    const room = await jobRoom({ max_jobs: 1 });
    const run_id = await dispatch(room, sh('exit 1'), AGAIN);
    await until('it waits', async () => {
      const row = await rowOf(room, run_id);
      return row.status === 'queued' && row.attempt === 2;
    });
    expect(await ended(room, await dispatch(room, ['true']))).toMatchObject({ status: 'succeeded' });
    expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', was: 'live' });
  });

  it('that writes a result later is noted as late and changes nothing', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, sh('[ "$ER_ATTEMPT" = 2 ] && while [ ! -e go ]; do sleep 0.05; done'), {
      ...AGAIN,
      cwd: room.dir,
    });
    await status(room, run_id, 'running');
    await until('the second attempt runs', () => existsSync(join(room.jobs_dir, run_id, 'attempt-2', 'started')));
    const late = '{"task_status":"failed","task_result":"too late"}';
    await writeFile(join(room.jobs_dir, run_id, 'result.json'), late);
    await writeFile(join(room.dir, 'go'), '');
    await ended(room, run_id);
    await until('it is noted', async () => (await rowOf(room, run_id)).late_at);
    expect(await rowOf(room, run_id)).toMatchObject({ status: 'succeeded', attempt: 2 });
    expect((await trackOf(room, run_id)).filter(({ event }) => event === 'late_result')).toMatchObject([
      { return: { attempts: [1] } },
    ]);
    expect(await noteLate(room, run_id)).toBe(false);
    expect((await collect(room))[0]?.result).not.toContain('too late');
  });
});

describe('a result that comes after the end', () => {
  it('is noted before collecting, and the end stands', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, sh('exit 9'));
    await ended(room, run_id);
    await writeFile(join(room.jobs_dir, run_id, 'result.json'), '{"task_status":"done","task_result":"hooray"}');
    expect(await collect(room)).toMatchObject([{ status: 'failed', task_status: 'failed', reason: 'exit_code' }]);
    expect((await rowOf(room, run_id)).late_at).not.toBeNull();
  });
});

it('pauses double, up to a minute, and are spread', () => {
  expect([1, 2, 3, 10].map((attempt) => retryDelayMs(attempt, () => 0.5))).toEqual([1_000, 2_000, 4_000, 60_000]);
  expect(retryDelayMs(1, () => 0)).toBe(800);
  expect(retryDelayMs(1, () => 0.999)).toBe(1_200);
});
