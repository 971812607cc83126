import { expect, it } from 'vitest';
import { ended, runIdOf, shipped } from '../harness/library.js';
import { drop, type TestProject } from '../harness/project.js';
import { threePackages } from './three-packages.js';

const examples = (texts: readonly string[]) => texts.map((text) => `${JSON.stringify({ text })}\n`).join('');

/** Besides three that need nothing: one that any text will do for, and one that needs a number. */
async function asking(): Promise<TestProject> {
  const here = await threePackages('ends');
  const one = async (name: string, about: string, schema: object, texts: readonly string[]) =>
    await drop(here, name, `description: ${about}\nwhen_to_use: ${about}\ncommand: [echo, "{value}"]`, {
      'params.schema.json': JSON.stringify({ type: 'object', required: ['value'], properties: { value: schema } }),
      'examples.jsonl': examples(texts),
    });
  await one('post_notice', 'Posts a notice on the board. 在公告板上发一条通知。', { type: 'string' }, [
    'post a notice',
    'put a notice on the board',
    '发一条公告',
    '在公告板上发通知',
  ]);
  await one('order_seats', 'Orders more licence seats. 增购许可席位。', { type: 'integer' }, [
    'order more seats',
    'buy licence seats',
    '增购席位',
    '买几个许可席位',
  ]);
  return here;
}

/** What asks, what is said then, the type that is then carried out, and what it offers besides. */
const TABLE = [
  ['post a notice', 'actually rehearse the schema migration and then rebuild the search index', 'migrate', 'rebuild'],
  ['post a notice', 'Rehearse the schema migration. Also rebuild the search index.', 'migrate', 'Also rebuild'],
  ['post a notice', 'migrate and then index_rebuild', 'migrate', 'index_rebuild'],
  ['发一条公告', '先演练一下数据库迁移，再重建搜索索引', 'migrate', '重建搜索索引'],
  ['发一条公告', '演练一下数据库迁移。另外再重建搜索索引。', 'migrate', '重建搜索索引'],
  ['order more seats', 'rehearse the schema migration and then rebuild the search index', 'migrate', 'rebuild'],
  ['增购席位', '先演练一下数据库迁移，再重建搜索索引', 'migrate', '重建搜索索引'],
] as const;

/** Texts and numbers that are what was asked for. */
const VALUES = [
  ['post a notice', 'The migration is over and the search index is slow today', 'post_notice'],
  ['post a notice', 'The migration is over.\nThen rebuild the search index.', 'post_notice'],
  ['发一条公告', '数据库迁移已经结束，搜索索引今天会慢一些', 'post_notice'],
  ['order more seats', '12, and then some tea', 'order_seats'],
  ['增购席位', '就 12 个吧', 'order_seats'],
] as const;

it('takes what is really several requests for no value, and what is a value for one', async () => {
  const app = await shipped(await asking());
  for (const [at, [question, said, type, offered]] of [
    ...TABLE,
    ...VALUES.map((row) => [...row, null] as const),
  ].entries()) {
    const environment = `asked-${at}`;
    expect(await app.run({ input: question, environment }), question).toMatchObject({ task_status: 'needs_input' });
    const round = await app.run({ input: said, environment });
    expect(round, said).toMatchObject({ task_type: type, task_status: 'running' });
    if (offered !== null) expect(round.reply.split('\n').at(-1), said).toContain(offered);
    await ended(app, runIdOf(round));
  }
});
