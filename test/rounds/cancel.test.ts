import { expect, it } from 'vitest';
import { ended, holds, letGo, library, runIdOf } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

async function holding(...tags: string[]) {
  const here = await project({ runtime: { max_jobs: 3 } });
  await dropProbe(here);
  await dropProbe(here, { name: 'boiler' });
  const app = await library(here);
  const run_ids: string[] = [];
  for (const tag of tags) {
    const subject = tag === 'boiler' ? probing('hold', 'boiler') : `${probing('hold')} tag=${tag}`;
    run_ids.push(runIdOf(await app.run({ input: subject })));
  }
  for (const run_id of run_ids) await holds(here, run_id);
  return { here, app, run_ids };
}

it('says that there is nothing to cancel', async () => {
  const { app } = await holding();
  expect((await app.run({ input: 'cancel' })).reply).toBe('Nothing is running, so there is nothing to cancel.');
  expect((await app.run({ input: '取消' })).reply).toBe('当前没有正在运行的任务，无需取消。');
});

it('stops the one job that runs, and says so once and only when it is gone', async () => {
  const { app, run_ids } = await holding('a');
  const [run_id = ''] = run_ids;
  const answer = await app.run({ input: 'cancel' });
  expect(answer).toMatchObject({ task_type: 'cancel', task_status: 'done', run_id });
  expect(answer.reply).toBe(`probe (${run_id}) is stopped; no process of it is left.`);
  expect(answer.collected).toMatchObject([{ run_id, status: 'cancelled' }]);
  expect(await app.job(run_id)).toMatchObject({ status: 'cancelled', collected: true, reported: true });
  expect((await tasksOf(app))[0]).toMatchObject({ status: 'cancelled' });
  expect((await app.run({ input: 'cancel' })).reply).toBe('Nothing is running, so there is nothing to cancel.');
});

it('asks which of several to stop, and stops the one that is named', async () => {
  const { here, app, run_ids } = await holding('a', 'b');
  const [first = '', second = ''] = run_ids;
  const question = await app.run({ input: 'cancel' });
  expect(question).toMatchObject({ task_status: 'needs_input', run_id: null });
  expect(question.question).toContain(first);
  expect(question.question).toContain(second);
  expect(await app.status()).toHaveLength(3);
  const answer = await app.run({ input: second });
  expect(answer.reply).toBe(`probe (${second}) is stopped; no process of it is left.`);
  expect(await app.status()).toMatchObject([{ run_id: first }]);
  await letGo(here, app, first);
});

it('stops several when they are all named', async () => {
  const { app, run_ids } = await holding('a', 'b');
  await app.run({ input: 'cancel' });
  const answer = await app.run({ input: run_ids.join(' ') });
  for (const run_id of run_ids) expect(answer.reply).toContain(`probe (${run_id}) is stopped`);
  expect(await app.status()).toEqual([]);
});

it('stops what the request named, when it first had to ask what was meant', async () => {
  const here = await project({ runtime: { max_jobs: 3, policy_threshold: 1 } });
  await dropProbe(here);
  const app = await library(here);
  const run_ids: string[] = [];
  for (const tag of ['a', 'b']) {
    await app.run({ input: `${probing('hold')} tag=${tag}` });
    run_ids.push(runIdOf(await app.run({ input: 'probe' })));
  }
  const [first = '', second = ''] = run_ids;
  const asked = await app.run({ input: `cancel ${second}` });
  expect(asked).toMatchObject({ task_status: 'needs_input', question: expect.stringContaining(second) });
  expect(asked.question).not.toContain(first);
  expect((await app.run({ input: 'cancel' })).reply).toContain(`probe (${second}) is stopped`);
  expect(await app.status()).toMatchObject([{ run_id: first }]);
  await letGo(here, app, first);
});

it.each(['1', 'yes', '好的', 'cancel', '取消'])(
  'asks about the one job by itself where the wish is not sure, and stops it at %s',
  async (input) => {
    const here = await project({ runtime: { policy_threshold: 1 } });
    await dropProbe(here);
    const app = await library(here);
    await app.run({ input: probing('hold') });
    const run_id = runIdOf(await app.run({ input: 'probe' }));
    const asked = await app.run({ input: 'cancel' });
    expect(asked).toMatchObject({ task_type: 'cancel', task_status: 'needs_input' });
    expect(asked.question).toContain(`Shall I stop it? probe (${run_id})`);
    expect(await app.job(run_id)).toMatchObject({ cancel_requested: false });
    expect((await app.run({ input })).task_status).toBe('done');
    expect(await app.job(run_id)).toMatchObject({ status: 'cancelled' });
  },
);

it.each(['no', '不用了', 'no thanks'])('leaves the one job running at %s', async (input) => {
  const here = await project({ runtime: { policy_threshold: 1 } });
  await dropProbe(here);
  const app = await library(here);
  await app.run({ input: probing('hold') });
  const run_id = runIdOf(await app.run({ input: 'probe' }));
  await app.run({ input: 'cancel' });
  const { reply } = await app.run({ input });
  expect(reply).toContain(run_id);
  expect(await app.job(run_id)).toMatchObject({ cancel_requested: false });
  await letGo(here, app, run_id);
});

it('stops the job of the type that is named', async () => {
  const { here, app, run_ids } = await holding('a', 'boiler');
  const [probe = '', boiler = ''] = run_ids;
  await app.run({ input: 'cancel' });
  const answer = await app.run({ input: 'boiler' });
  expect(answer.reply).toBe(`boiler (${boiler}) is stopped; no process of it is left.`);
  await letGo(here, app, probe);
});

it('stops the job of the type that the request names, and asks where two of that type run', async () => {
  const { here, app, run_ids } = await holding('a', 'b', 'boiler');
  const [first = '', second = '', boiler = ''] = run_ids;
  expect((await app.run({ input: 'cancel boiler' })).reply).toContain(`boiler (${boiler}) is stopped`);
  const { question } = await app.run({ input: 'cancel probe' });
  expect(question).toContain(first);
  expect(question).toContain(second);
  expect((await app.run({ input: 'the second one' })).reply).toContain(`probe (${second}) is stopped`);
  await letGo(here, app, first);
});

it.each(['cancel them all', 'cancel all of them', '取消全部任务', '取消所有的 probe'])(
  'stops all that runs where the request says so: %s',
  async (input) => {
    const { app, run_ids } = await holding('a', 'b');
    const { reply } = await app.run({ input });
    for (const run_id of run_ids) expect(reply).toContain(run_id);
    expect(await app.status()).toEqual([]);
  },
);

it.each(['both', '都停掉'])('stops all of those it asked about when the answer is %s', async (input) => {
  const { app, run_ids } = await holding('a', 'b');
  await app.run({ input: 'cancel' });
  const { reply } = await app.run({ input });
  for (const run_id of run_ids) expect(reply).toContain(run_id);
  expect(await app.status()).toEqual([]);
});

it('says that a named job had ended before, and touches nothing else', async () => {
  const { here, app, run_ids } = await holding('a');
  const done = runIdOf(await app.run({ input: probing('done') }));
  await ended(app, done);
  const answer = await app.run({ input: `cancel ${done}` });
  expect(answer.reply).toContain(`probe (${done}) had already ended; nothing was stopped.`);
  await letGo(here, app, run_ids[0] ?? '');
});

it('starts new work instead of joining a job that was stopped', async () => {
  const { here, app, run_ids } = await holding('a');
  await app.run({ input: 'cancel' });
  const again = await app.run({ input: `${probing('hold')} tag=a` });
  expect(again).toMatchObject({ joined: false });
  expect(again.run_id).not.toBe(run_ids[0]);
  await holds(here, runIdOf(again));
  await letGo(here, app, runIdOf(again));
});
