import { describe, expect, it } from 'vitest';
import { requestCancel } from '../../src/jobs/cancel.js';
import { jobsOf, markReported } from '../../src/store/jobs.js';
import { loadRound } from '../../src/store/rounds.js';
import { insertTask } from '../../src/store/tasks.js';
import { drive, useDriver } from '../harness/drive.js';
import { collect, dispatch, ended, jobRoom, rowOf, type TestRoom, trackOf } from '../harness/job-room.js';
import { program } from '../harness/programs.js';

useDriver();

const result = (json: string) => ['/bin/sh', program('writes-result.sh'), json];

async function roundOf(room: TestRoom) {
  const round = await room.store.read((tx) => loadRound(tx, room.environment_id, room.round_id));
  return round ?? expect.fail('no round');
}

describe('collecting', () => {
  it('adds one task per job, turns the source final, and links both', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, result('{"task_status":"done","task_result":"42 passed","data":{"n":42}}'));
    await ended(room, run_id);
    const [one, ...others] = await collect(room);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      run_id,
      package: 'functest',
      status: 'succeeded',
      task_status: 'done',
      result: '42 passed',
      data: { n: 42 },
      source: { round_id: 1, task_id: 1 },
      task_ref: { round_id: 1, task_id: 2 },
    });
    const [source, filled] = (await roundOf(room)).tasks;
    expect(source?.task).toMatchObject({ status: 'done', result: 'pyskill_task(round_id=1, task_id=2)' });
    expect(source?.track.at(-1)).toMatchObject({ event: 'link_pyskill_result', run_id });
    expect(filled?.task).toMatchObject({ type: 'pyskill_task', status: 'done', result: '42 passed' });
    expect(filled?.track).toMatchObject([
      { agent: 'workflow', event: 'workflow_complete', run_id, task_status: 'done', return: { data: { n: 42 } } },
    ]);
    expect(await collect(room)).toEqual([]);
    expect(await rowOf(room, run_id)).toMatchObject({ collected_round_id: 1, collected_task_id: 2, reported_at: null });
  });

  it('turns every task final that joined the job', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['/bin/sh', '-c', 'exit 4']);
    const key = { environment_id: room.environment_id, round_id: room.round_id };
    await room.store.write((tx) =>
      insertTask(tx, key, { type: 'functest', content: 'again', status: 'running', result: '', run_id }),
    );
    await ended(room, run_id);
    await collect(room);
    const { tasks } = await roundOf(room);
    expect(tasks.map(({ task }) => [task.type, task.status])).toEqual([
      ['functest', 'failed'],
      ['functest', 'failed'],
      ['pyskill_task', 'failed'],
    ]);
    expect(tasks[1]?.task.result).toBe('pyskill_task(round_id=1, task_id=3)');
    expect(tasks[2]?.track[0]).toMatchObject({ event: 'workflow_fail', reason: 'exit_code' });
  });

  it('records a cancelled job as cancelled', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['sleep', '1000']);
    await requestCancel(room, run_id);
    expect(await collect(room)).toMatchObject([{ status: 'cancelled', task_status: 'cancelled' }]);
    expect((await roundOf(room)).tasks[0]?.task.status).toBe('cancelled');
  });

  it('happens exactly once, twenty at a time from two processes', async () => {
    const room = await jobRoom();
    const ids = await Promise.all([1, 2, 3].map(() => dispatch(room, ['/bin/sh', '-c', 'echo ok'])));
    for (const id of ids) await ended(room, id);
    const driven = await Promise.all([drive(room, 'collect', { times: 10 }), drive(room, 'collect', { times: 10 })]);
    const collected = driven.flatMap(({ results }) => results as { run_id: string }[][]).flat();
    expect(collected.map(({ run_id }) => run_id).sort()).toEqual(ids.sort());
    const { tasks } = await roundOf(room);
    expect(tasks.filter(({ task }) => task.type === 'pyskill_task')).toHaveLength(3);
    for (const id of ids) {
      const links = (await trackOf(room, id)).filter(({ event }) => event === 'link_pyskill_result');
      expect(links).toHaveLength(1);
    }
  });

  it.each(['collect.read', 'collect.before-commit', 'collect.committed'])(
    'survives being killed at %s',
    async (fault) => {
      const room = await jobRoom();
      const run_id = await dispatch(room, ['/bin/sh', '-c', 'echo ok']);
      await ended(room, run_id);
      expect((await drive(room, 'collect', { fault })).signal).toBe('SIGKILL');
      await drive(room, 'collect');
      const { tasks } = await roundOf(room);
      expect(tasks.map(({ task }) => [task.type, task.status])).toEqual([
        ['functest', 'done'],
        ['pyskill_task', 'done'],
      ]);
      expect((await trackOf(room, run_id)).filter(({ event }) => event === 'link_pyskill_result')).toHaveLength(1);
    },
  );

  it('costs no commit when nothing has ended', async () => {
    const room = await jobRoom();
    const before = room.store.commits;
    const { readEnded } = await import('../../src/jobs/collect.js');
    expect((await readEnded(room, room.environment_id)).size).toBe(0);
    expect(room.store.commits).toBe(before);
  });

  it('leaves the reporting to the reply', async () => {
    const room = await jobRoom();
    const run_id = await dispatch(room, ['true']);
    await ended(room, run_id);
    await collect(room);
    await room.store.write((tx) => markReported(tx, [run_id], new Date()));
    const [job] = await room.store.read((tx) => jobsOf(tx, room.environment_id, { limit: 5 }));
    expect(job?.reported_at).not.toBeNull();
  });
});
