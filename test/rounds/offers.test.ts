import { expect, it } from 'vitest';
import type { App } from '../../src/index.js';
import { ended, library, runIdOf, shipped } from '../harness/library.js';
import { dropProbe, type TestProject } from '../harness/project.js';
import { threePackages } from './three-packages.js';
import { tasksOf } from './trajectory.js';
import { twoPackages } from './two-packages.js';

const LIMIT = { limit: { type: 'number', default: 800, 'x-extract': { pattern: 'limit (\\d+)' } } };

/** One of them may be given a limit. */
const two = (threshold: number): Promise<TestProject> =>
  twoPackages({ properties: LIMIT, command: '[echo, "{limit}"]' }, threshold);

async function says(app: App, environment: string, input: string) {
  const round = await app.run({ input, environment });
  if (round.run_id !== null) await ended(app, runIdOf(round));
  return round;
}

const TWO = 'sync the warehouse tables and then notify all customers';
/** How a yes to an offer may be worded is told apart elsewhere. */
const TAKEN = [
  [TWO, 'yes please'],
  ['同步数仓，顺便给客户发维护通知', '好的，继续'],
] as const;

it('starts what the last reply offered, where the next input says yes to it, in whatever process', async () => {
  const here = await two(0.3);
  const app = await library(here);
  const next = await library(here);
  for (const [at, [input, answer]] of TAKEN.entries()) {
    const environment = `offer-${at}`;
    expect(await says(app, environment, input), answer).toMatchObject({ task_type: 'db_sync' });
    expect((await app.status(environment)).filter(({ kind }) => kind === 'question')).toEqual([]);
    const taken = await says(next, environment, answer);
    expect(taken, answer).toMatchObject({ task_type: 'send_notice', task_status: 'running' });
    expect((await app.show(environment)).environment.rounds[1]).toMatchObject({ user_input: answer });
    const task = (await tasksOf(app, environment)).find(({ run_id }) => run_id === taken.run_id);
    expect(task?.track).toContainEqual(
      expect.objectContaining({ reason: 'OFFER_TAKEN', return: 'offered(round_id=1)' }),
    );
  }
});

it('forgets an offer once something else was asked, or it was taken', async () => {
  const app = await library(await two(0.3));
  await says(app, 'asked', TWO);
  await says(app, 'asked', 'how is it going?');
  expect((await says(app, 'asked', 'that too')).task_type).not.toBe('send_notice');
  await says(app, 'taken', TWO);
  expect((await says(app, 'taken', 'that too')).task_type).toBe('send_notice');
  const before = (await tasksOf(app, 'taken')).filter(({ type }) => type === 'send_notice').length;
  await says(app, 'taken', 'that too');
  expect(
    (await tasksOf(app, 'taken')).filter(({ type, status }) => type === 'send_notice' && status !== 'needs_input'),
  ).toHaveLength(before);
});

it('says which values are those of a request that was made before its type was chosen', async () => {
  const app = await library(await two(1));
  const request = 'sync the warehouse tables, limit 2000';
  await says(app, 'chosen', request);
  const chosen = await says(app, 'chosen', 'db_sync');
  expect(chosen).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
  expect(chosen.reply).toContain('limit = 2000, as in round 1.');
  await says(app, 'said', request);
  const said = await says(app, 'said', 'db_sync limit=30');
  expect(said).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
  expect(said.reply).not.toContain('as in round');
});

const THREE = 'rehearse the schema migration, rebuild the search index and start the nightly batch';

/** What is said one after another, the type that the last of it starts, and what is still offered then. */
const STILL_OFFERED = [
  [[THREE, 'yes'], 'index_rebuild', '“start the nightly batch”'],
  [[THREE, 'how is it going?', 'rebuild the search index'], 'index_rebuild', '“start the nightly batch”'],
  [[THREE, '现在怎么样了', '重建搜索索引'], 'index_rebuild', '“start the nightly batch”'],
  [[THREE, 'how is it going?', 'start the nightly batch'], 'batch', '“rebuild the search index”'],
  [[THREE, 'rebuild the search index', 'how is it going?', 'start the nightly batch'], 'batch', null],
  [[THREE, 'no thanks', 'rebuild the search index'], 'index_rebuild', null],
  [[THREE, '不用了', '重建搜索索引'], 'index_rebuild', null],
] as const;

it('offers once more what is left of an offer, with the part of it that is begun', async () => {
  const app = await shipped(await threePackages('ends'));
  for (const [at, [inputs, type, left]] of STILL_OFFERED.entries()) {
    const rounds = [];
    for (const input of inputs) rounds.push(await says(app, `left-${at}`, input));
    const last = rounds.at(-1);
    expect(last, inputs.join(' | ')).toMatchObject({ task_type: type, task_status: 'running' });
    const told = last?.reply.match(/(?:You also asked: |你还提到：)“[^”]+”/g) ?? [];
    expect(told, inputs.join(' | ')).toEqual(left === null ? [] : [expect.stringContaining(left)]);
  }
});

it('offers what was to be offered after a question with the request that takes its place', async () => {
  const here = await threePackages('ends');
  await dropProbe(here);
  const app = await shipped(here);
  await says(app, 'default', 'probe the turbine, then rebuild the search index');
  const other = await says(app, 'default', 'start the nightly batch');
  expect(other).toMatchObject({ task_type: 'batch', task_status: 'running' });
  expect(other.reply).toContain('“then rebuild the search index”');
});
