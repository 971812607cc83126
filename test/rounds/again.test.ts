import { afterEach, expect, it } from 'vitest';
import { type App, createApp } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { ended, runIdOf } from '../harness/library.js';
import { drop, project } from '../harness/project.js';

const open: App[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const PARAMS = {
  tables: { type: 'integer', default: 2, 'x-extract': { pattern: '(\\d+)\\s?(?:tables|张表)' } },
  target: { enum: ['staging', 'production'], 'x-carry': true, 'x-extract': { pattern: '(staging|production)' } },
};

/** A package to sync tables with, decided about by the policy that ships. */
async function warehouse(): Promise<App> {
  const here = await project({ runtime: { policy_threshold: null } });
  await drop(
    here,
    'db_sync',
    'description: Synchronises the warehouse tables with an environment. 把数仓的表同步到某个环境。\nwhen_to_use: Somebody wants the warehouse tables synchronised.\ncommand: [echo, "{tables}", "{target}"]',
    {
      'params.schema.json': JSON.stringify({ type: 'object', properties: PARAMS, required: ['target'] }),
      'examples.jsonl': [
        'sync the warehouse tables to staging',
        'synchronise the tables',
        '同步一下数仓的表',
        '数仓同步',
      ]
        .map((text) => `${JSON.stringify({ text })}\n`)
        .join(''),
    },
  );
  const app = await createApp({ cwd: here.dir, env: userEnv(here) });
  open.push(app);
  return app;
}

it.each([
  ['a request nobody could carry out', '谢谢，辛苦了', 'failed'],
  ['a question about what was meant', 'thanks', 'needs_input'],
])('again means the last work that was begun, not %s', async (_what, between, status) => {
  const app = await warehouse();
  const first = await app.run({ input: 'sync 1 tables of the warehouse to staging' });
  expect(first).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
  await ended(app, runIdOf(first));
  expect(await app.run({ input: between })).toMatchObject({ task_type: 'executor', task_status: status });
  const again = await app.run({ input: '再跑一次' });
  expect(again).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
  await ended(app, runIdOf(again));
});

it.each(['再跑一次', 'run it again'])(
  '%s means the last work after any number of questions about it',
  async (input) => {
    const app = await warehouse();
    await ended(app, runIdOf(await app.run({ input: 'sync 1 tables of the warehouse to staging' })));
    for (const asked of ['how is it going?', '现在怎么样了', 'how far is it?', '好了吗', 'status', 'is it done?']) {
      expect(await app.run({ input: asked }), asked).toMatchObject({ task_type: 'status' });
    }
    const again = await app.run({ input });
    expect(again).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
    await ended(app, runIdOf(again));
  },
);

it.each([
  ['再跑一次', 'tables = 2（默认值；第 1 轮是 1）。'],
  ['run it again', 'tables = 2 (the default; 1 in round 1).'],
])('says where a default is taken in place of what the last run had: %s', async (input, told) => {
  const app = await warehouse();
  await ended(app, runIdOf(await app.run({ input: 'sync 1 tables of the warehouse to staging' })));
  const again = await app.run({ input });
  expect(again.reply).toContain(told);
  await ended(app, runIdOf(again));
});
