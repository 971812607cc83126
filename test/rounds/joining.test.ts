import { expect, it } from 'vitest';
import { ended, holds, letGo, library, runIdOf, starts } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

async function holding() {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const first = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, first);
  return { here, app, first };
}

it('joins an identical request to the job that runs, and both tasks end with it', async () => {
  const { here, app, first } = await holding();
  const second = await app.run({ input: `could you ${probing('hold')}` });
  expect(second).toMatchObject({ task_status: 'running', joined: true, run_id: first });
  expect(second.reply).toMatch(/^probe with the same parameters has been under way for .* I joined it/);
  await letGo(here, app, first);
  const [collected] = await app.collect();
  expect(collected).toMatchObject({ run_id: first, task_status: 'done', source: { round_id: 1, task_id: 1 } });
  const tasks = await tasksOf(app);
  expect(tasks.map(({ type, status }) => [type, status])).toEqual([
    ['probe', 'done'],
    ['probe', 'done'],
    ['pyskill_task', 'done'],
  ]);
  expect(tasks[0]?.result).toBe('pyskill_task(round_id=2, task_id=2)');
  expect(tasks[1]?.result).toBe('pyskill_task(round_id=2, task_id=2)');
  expect(starts(here)).toEqual([first]);
});

it('starts a second run when the first must not be joined', async () => {
  const { here, app, first } = await holding();
  const second = await app.run({ input: probing('hold'), identical: 'force-new' });
  expect(second.joined).toBe(false);
  expect(second.run_id).not.toBe(first);
  await holds(here, runIdOf(second));
  await letGo(here, app, first);
  await letGo(here, app, runIdOf(second));
  expect(starts(here)).toEqual([first, second.run_id]);
});

it('does not join work with other parameters, or in another Environment', async () => {
  const { here, app, first } = await holding();
  const other = await app.run({ input: `${probing('done')} tag=blue` });
  const elsewhere = await app.run({ input: probing('done'), environment: 'elsewhere' });
  expect([other.joined, elsewhere.joined]).toEqual([false, false]);
  for (const { run_id } of [other, elsewhere]) await ended(app, run_id ?? '');
  await letGo(here, app, first);
});

it('does not join work that has ended', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const first = runIdOf(await app.run({ input: probing('done') }));
  await ended(app, first);
  const second = await app.run({ input: probing('done') });
  expect(second.joined).toBe(false);
  expect(second.run_id).not.toBe(first);
  await ended(app, runIdOf(second));
});
