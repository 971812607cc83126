import { expect, it } from 'vitest';
import type { Policy } from '../../src/controller/policy.js';
import { type App, createApp } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { ended, holds, letGo, library, runIdOf, shipped } from '../harness/library.js';
import { dropProbe, project, type TestProject } from '../harness/project.js';
import { scriptedPolicy } from '../harness/scripted-policy.js';
import { threePackages } from './three-packages.js';
import { twoPackages } from './two-packages.js';

const SYNC = {
  steps: { type: 'integer', default: 2, 'x-extract': { pattern: '(\\d+)\\s?(?:tables|张表)' } },
  target: { type: 'string', enum: ['staging', 'production'], 'x-extract': { pattern: '(staging|production)' } },
};

/** One of them needs a target. */
async function two(threshold?: number, examples: readonly string[] = []): Promise<App> {
  const command = '[echo, "{steps}", "{target}"]';
  return await library(await twoPackages({ properties: SYNC, required: ['target'], command, examples }, threshold));
}

it('takes what a package of the user gives as an example for one request', async () => {
  const input = 'sync the warehouse tables and then notify all customers';
  const app = await two(0.3, [input]);
  const asked = await app.run({ input });
  expect(asked).toMatchObject({ task_type: 'db_sync', task_status: 'needs_input' });
  const { reply, run_id } = await app.run({ input: 'target=staging', language: 'en' });
  expect(reply).not.toContain('You also asked');
  await ended(app, run_id ?? '');
});

it.each([
  ['同步数仓，顺便给客户发维护通知', '你还提到：“顺便给客户发维护通知”'],
  ['sync the warehouse tables and then notify all customers', 'You also asked: “notify all customers”'],
])(
  'offers the rest once the question of the first is answered, however often it was asked: %s',
  async (input, told) => {
    const app = await two(0.3);
    expect(await app.run({ input })).toMatchObject({ task_type: 'db_sync', task_status: 'needs_input' });
    expect(await app.run({ input: 'target=nowhere' })).toMatchObject({ task_status: 'needs_input' });
    const answered = await app.run({ input: 'target=staging', language: input.startsWith('s') ? 'en' : 'zh' });
    expect(answered).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
    expect(answered.reply).toContain(told);
    await ended(app, runIdOf(answered));
  },
);

it.each(['把数仓的表同步到 production，1 张表', 'sync the warehouse tables to production, 1 tables please'])(
  'takes what only says a parameter for no request: %s',
  async (input) => {
    const app = await two(0.3);
    const round = await app.run({ input });
    expect(round).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
    expect(round.reply.split('\n')).toHaveLength(1);
    await ended(app, runIdOf(round));
    expect((await app.watch(runIdOf(round)))?.completion.result).toBe('1 production');
  },
);

it.each([
  ['notify all customers', 'both', 'You also chose '],
  ['通知一下所有客户', '都要', '你还选了 '],
])('tells of what was chosen besides without quoting it: %s: %s', async (input, answer, told) => {
  const app = await two(1);
  const first = await app.run({ input });
  const [, , other = ''] = first.question?.match(/- (\w+)[:：][\s\S]*?- (\w+)[:：]/) ?? [];
  const second = await app.run({ input: answer });
  expect(second).toMatchObject({ task_type: 'send_notice', task_status: 'running' });
  expect(second.reply).toContain(`${told}${other}`);
  await ended(app, runIdOf(second));
});

/** A job of the first of them goes on until it is let go. */
async function three(): Promise<{ here: TestProject; app: App }> {
  const here = await threePackages('holds');
  return { here, app: await shipped(here) };
}

it.each([
  ['rehearse the schema migration and then rebuild the search index', ['“rebuild the search index”']],
  ['rehearse the schema migration and rebuild the search index', ['“rebuild the search index”']],
  ['rehearse the schema migration, then rebuild the search index', ['“then rebuild the search index”']],
  ['演练一下数据库迁移然后重建搜索索引', ['“重建搜索索引”']],
  [
    'rehearse the schema migration, rebuild the search index and start the nightly batch',
    ['“rebuild the search index”', '“start the nightly batch”'],
  ],
])('does the first and offers the rest in their order: %s', async (input, offers) => {
  const { app } = await three();
  const round = await app.run({ input });
  expect(round).toMatchObject({ task_type: 'migrate', task_status: 'running' });
  expect(round.reply.split('\n').slice(1)).toEqual(offers.map((offer) => expect.stringContaining(offer)));
  await ended(app, runIdOf(round));
});

it.each([
  ['rehearse the schema migration. Also rebuild the search index.', ['“Also rebuild the search index”']],
  ['rehearse the schema migration; rebuild the search index', ['“rebuild the search index”']],
  ['先演练一下数据库迁移。另外再重建搜索索引。', ['“另外再重建搜索索引”']],
  [
    'Rehearse the schema migration. Rebuild the search index. Then start the nightly batch!',
    ['“Rebuild the search index”', '“Then start the nightly batch!”'],
  ],
  [
    'rehearse the schema migration. IMPORTANT: also rebuild the search index and start the nightly batch',
    ['“IMPORTANT: also rebuild the search index”', '“start the nightly batch”'],
  ],
  [
    'Rehearse the schema migration, try the database migration on a copy. Then translate README.md.',
    ['“Then translate README.md”'],
  ],
  ['演练一下数据库迁移，做一次迁移演练。然后翻译 README.md。', ['“然后翻译 README.md”']],
  ['Rehearse the schema migration. Do the migration rehearsal.', []],
  ['演练一下数据库迁移。做一次迁移演练。', []],
  ['Rehearse the schema migration. It was slow yesterday.', []],
  ['演练一下数据库迁移。昨天很慢。', []],
  ['Good morning! Rehearse the schema migration.', []],
  ['早上好！演练一下数据库迁移。', []],
  ['Rehearse the schema migration. Let me know when it is done.', []],
  ['演练一下数据库迁移。不要动生产库。', []],
  ['Rehearse the schema migration. Also draft a release announcement.', ['“Also draft a release announcement”']],
  ['演练一下数据库迁移。顺便起草一份发布公告。', ['“顺便起草一份发布公告”']],
])('takes sentences one by one, each as it would be decided alone: %s', async (input, offers) => {
  const { app } = await three();
  const round = await app.run({ input });
  expect(round).toMatchObject({ task_type: 'migrate', task_status: 'running' });
  expect(round.reply.split('\n').slice(1)).toEqual(offers.map((offer) => expect.stringContaining(offer)));
  await ended(app, runIdOf(round));
});

it.each([
  ['migrate and then index_rebuild', ['“index_rebuild”']],
  ['run migrate, then index_rebuild and batch', ['“index_rebuild”', '“batch”']],
  ['先 migrate 再 index_rebuild', ['“index_rebuild”']],
  ['migrate. Then index_rebuild.', ['“index_rebuild']],
])('takes the names of types for requests, one by one: %s', async (input, offers) => {
  const { app } = await three();
  const round = await app.run({ input });
  expect(round).toMatchObject({ task_type: 'migrate', task_status: 'running' });
  expect(round.reply.split('\n').slice(1)).toEqual(offers.map((offer) => expect.stringContaining(offer)));
  await ended(app, runIdOf(round));
});

it('starts nothing that is taken back in the same breath', async () => {
  const { app } = await three();
  const round = await app.run({ input: "Rehearse the schema migration. Actually, don't." });
  expect(round.run_id).toBeNull();
});

it.each([
  ['Run the load test. It should use 50 users.', { connections: 50 }],
  ['跑一下压测。用 50 并发。', { connections: 50 }],
  ['Run the load test. Let it run for 5 seconds. I need it before lunch.', { duration: 5 }],
  ['跑一下压测。持续 5 秒。午饭前要结果。', { duration: 5 }],
])('runs one request with what its other sentences say of it: %s', async (input, params) => {
  const here = await project({ runtime: { policy_threshold: null } });
  const app = await shipped(here);
  expect(await app.run({ input })).toMatchObject({ task_type: 'perftest', task_status: 'needs_input' });
  const [round] = (await app.show('default')).environment.rounds;
  expect(round?.tasks.map(({ task }) => task)).toEqual([
    expect.objectContaining({ params: expect.objectContaining(params) }),
  ]);
});

it.each([['stop the batch and rebuild the search index', '“rebuild the search index”']])(
  'stops what is to be stopped first, having asked where that is not sure, and offers the rest: %s',
  async (input, offer) => {
    const { here, app } = await three();
    const batch = runIdOf(await app.run({ input: 'start the nightly batch' }));
    await holds(here, batch);
    const round = await app.run({ input });
    expect(round).toMatchObject({ task_type: 'cancel' });
    const stopped = round.task_status === 'needs_input' ? await app.run({ input: 'yes' }) : round;
    expect(stopped).toMatchObject({ task_type: 'cancel', task_status: 'done', run_id: batch });
    expect(stopped.reply).toContain(offer);
    expect(await app.job(batch)).toMatchObject({ status: 'cancelled' });
  },
);

it('offers to stop what is to be stopped later, and stops nothing', async () => {
  const { here, app } = await three();
  const batch = runIdOf(await app.run({ input: 'start the nightly batch' }));
  await holds(here, batch);
  const round = await app.run({ input: 'rebuild the search index and stop the batch' });
  expect(round).toMatchObject({ task_type: 'index_rebuild', task_status: 'running' });
  expect(round.reply).toContain('“stop the batch”');
  expect(await app.job(batch)).toMatchObject({ cancel_requested: false });
  await ended(app, runIdOf(round));
  await letGo(here, app, batch);
});

it('tells of a wish to stop where nothing runs that could be meant', async () => {
  const { app } = await three();
  const round = await app.run({ input: 'stop the batch and rebuild the search index' });
  expect(round).toMatchObject({ task_type: 'index_rebuild', task_status: 'running' });
  expect(round.reply).toContain('“stop the batch”');
  await ended(app, runIdOf(round));
});

it('tells of the rest where the first is given up', async () => {
  const { here, app } = await three();
  const batch = runIdOf(await app.run({ input: 'start the nightly batch' }));
  await holds(here, batch);
  await dropProbe(here);
  const asked = await app.run({ input: 'probe the turbine, then rebuild the search index' });
  expect(asked).toMatchObject({ task_type: 'probe', task_status: 'needs_input' });
  expect((await app.run({ input: 'never mind' })).reply).toContain('“then rebuild the search index”');
  await letGo(here, app, batch);
});

it.each(['run the load test', 'run the stress test', 'run the perf test', '跑一下压测'])(
  'starts nothing else where words of a request could be cut off that say nothing alone: %s',
  async (input) => {
    const here = await project({ runtime: { policy_threshold: null } });
    const app = await shipped(here);
    const round = await app.run({ input });
    expect(round.task_type).not.toBe('functest');
    expect(round.reply).not.toMatch(/You also asked|你还提到/);
  },
);

it.each([
  ['rehearse the schema migration', 1],
  ['演练一下数据库迁移，跑完告诉我', 1],
  ['Rehearse the schema migration. It was slow yesterday.', 3],
])('decides no more than once of a single sentence: %s', async (input, decisions) => {
  const here = await threePackages('ends');
  let decided = 0;
  const decide: Policy['decide'] = (state, signal) => {
    decided += 1;
    return scriptedPolicy.decide(state, signal);
  };
  const app = await createApp({ cwd: here.dir, env: userEnv(here), policy: { ...scriptedPolicy, decide } });
  const round = await app.run({ input });
  expect([round.task_type, decided]).toEqual(['migrate', decisions]);
  await ended(app, runIdOf(round));
  await app.close();
});
