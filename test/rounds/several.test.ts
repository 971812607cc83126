import { expect, it } from 'vitest';
import type { App } from '../../src/index.js';
import { ended, library, runIdOf } from '../harness/library.js';
import { drop, project } from '../harness/project.js';

const SYNC = {
  steps: { type: 'integer', default: 2, 'x-extract': { pattern: '(\\d+)\\s?(?:tables|张表)' } },
  target: { type: 'string', enum: ['staging', 'production'], 'x-extract': { pattern: '(staging|production)' } },
};

/** Two packages: one that needs a target, one that needs nothing. */
async function two(threshold?: number): Promise<App> {
  const here = await project(threshold === undefined ? {} : { runtime: { policy_threshold: threshold } });
  const lines = (texts: string[]) => texts.map((text) => `${JSON.stringify({ text })}\n`).join('');
  await drop(
    here,
    'db_sync',
    'description: Synchronises the warehouse tables. 把数仓的表同步到某个环境。\nwhen_to_use: Tables are to be synchronised.\ncommand: [echo, "{steps}", "{target}"]',
    {
      'params.schema.json': JSON.stringify({ type: 'object', properties: SYNC, required: ['target'] }),
      'examples.jsonl': lines([
        'sync the warehouse tables',
        'please sync the warehouse',
        '同步一下数仓的表',
        '数仓同步',
        '同步数仓',
      ]),
    },
  );
  await drop(
    here,
    'send_notice',
    'description: Sends a maintenance notice to all customers. 给所有客户发维护通知。\nwhen_to_use: Customers are to be told.\ncommand: [echo, sent]',
    {
      'examples.jsonl': lines([
        'send the maintenance notice',
        'notify all customers',
        '给客户发维护通知',
        '通知一下所有客户',
      ]),
    },
  );
  return await library(here);
}

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
