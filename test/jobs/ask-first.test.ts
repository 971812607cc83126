import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requestCancel } from '../../src/jobs/cancel.js';
import { findByMark } from '../../src/processes/tree.js';
import { useDriver } from '../harness/drive.js';
import { dispatch, jobRoom, rowOf } from '../harness/job-room.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';

useDriver();

const asksItsOwn = (ready: string, log: string) => [process.execPath, program('asks-its-own.mjs'), ready, log];

it("an agent's program is asked first, and ends what it drives in its own way", async () => {
  const room = await jobRoom();
  const [ready, log] = [join(room.dir, 'ready'), join(room.dir, 'log')];
  const run_id = await dispatch(room, asksItsOwn(ready, log), { kind: 'agent' });
  await until('it is ready', () => existsSync(ready));
  expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', confirmed: true, forced: false });
  expect(readFileSync(log, 'utf8'), 'no signal reached the child').toBe('child 0\n');
  expect(await rowOf(room, run_id)).toMatchObject({ status: 'cancelled', stop_confirmed: 1 });
  expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
});

it('a workflow is ended with all it started at once', async () => {
  const room = await jobRoom();
  const [ready, log] = [join(room.dir, 'ready'), join(room.dir, 'log')];
  const run_id = await dispatch(room, asksItsOwn(ready, log));
  await until('it is ready', () => existsSync(ready));
  expect(await requestCancel(room, run_id)).toMatchObject({ status: 'cancelled', confirmed: true });
  expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
});
