import { describe, expect, it } from 'vitest';
import { tend } from '../../src/jobs/tend.js';
import { findByMark } from '../../src/processes/tree.js';
import { count, counting, dispatchWithFault, supervisorDead } from '../harness/job-faults.js';
import { collect, dispatch, ended, jobRoom, trackOf } from '../harness/job-room.js';

describe('a supervisor that is killed', () => {
  const POINTS = [
    'started',
    'claimed',
    'slot-taken',
    'spawned',
    'child-stored',
    'released',
    'exited',
    'before-finish',
    'finished',
  ];

  it.each(POINTS)('at supervisor.%s is continued by whoever looks next: nothing lost, nothing twice', async (point) => {
    const room = await jobRoom({ max_jobs: 1 });
    const run_id = await dispatchWithFault(room, `supervisor.${point}`, counting(room, 0, 0.2));
    await supervisorDead(room, run_id);
    await tend(room);
    const row = await ended(room, run_id);
    expect(row).toMatchObject({ status: 'succeeded', exit_code: 0, attempt: 1 });
    expect(count(room)).toBe(1);
    expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
    expect(await collect(room)).toHaveLength(1);
    expect(await collect(room)).toEqual([]);
    const events = (await trackOf(room, run_id)).map(({ event }) => event);
    expect(events.filter((event) => event === 'dispatch_pyskill')).toHaveLength(1);
    expect(events.filter((event) => event === 'link_pyskill_result')).toHaveLength(1);
    // The slot is free: the next one runs.
    expect(await ended(room, await dispatch(room, ['true']))).toMatchObject({ status: 'succeeded' });
  });
});
