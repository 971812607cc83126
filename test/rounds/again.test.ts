import { afterEach, expect, it } from 'vitest';
import { type App, createApp } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { ended, holds, letGo, runIdOf, shipped } from '../harness/library.js';
import { drop, dropProbe, probing, project } from '../harness/project.js';

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

async function synced(app: App, input: string): Promise<void> {
  const round = await app.run({ input });
  expect(round, input).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
  await ended(app, runIdOf(round));
}

it.each([
  ['rerun the first sync of the warehouse tables', 'target = staging, as in round 1.'],
  ['把数仓第一次的同步再跑一遍', 'target = staging（沿用第 1 轮）。'],
])('carries the values of the run that is meant: %s', async (input, told) => {
  const app = await warehouse();
  await synced(app, 'sync 1 tables of the warehouse to staging');
  await synced(app, 'sync 1 tables of the warehouse to production');
  const again = await app.run({ input });
  expect(again).toMatchObject({ task_type: 'db_sync', task_status: 'running' });
  expect(again.reply).toContain(told);
  await ended(app, runIdOf(again));
});

const TRANSFER = {
  date: { type: 'string', 'x-extract': { pattern: '(\\d{4}-\\d{2}-\\d{2})' } },
  target: { enum: ['staging', 'production'], 'x-carry': true, 'x-extract': { pattern: '(staging|production)' } },
  workers: { type: 'integer', 'x-carry': true, 'x-extract': { pattern: '(\\d+) workers' } },
  level: { type: 'integer', maximum: 9, default: 1, 'x-extract': { pattern: 'level (\\d+)' } },
};

it.each([
  [
    '2026-11-29',
    ['target = production, as in round 1.', 'workers = 50, as in round 1.', 'level = 1 (the default; 3 in round 1).'],
  ],
  ['2026-11-29 on staging', ['workers = 50, as in round 1.', 'level = 1 (the default; 3 in round 1).']],
])('says after a question too what it carries over: %s', async (answer, told) => {
  const here = await project({ runtime: { policy_threshold: null } });
  const request = 'sync the ledger of 2026-11-28 on production, 50 workers, level 3';
  await drop(
    here,
    'ledger_sync',
    'description: Synchronises the ledger of a day.\nwhen_to_use: Somebody wants the ledger synchronised.\ncommand: [echo, "{date}", "{target}", "{workers}", "{level}"]',
    {
      'params.schema.json': JSON.stringify({ type: 'object', properties: TRANSFER, required: ['date', 'target'] }),
      'examples.jsonl': [request, 'sync the ledger', 'synchronise the ledger of a day', '同步一下账本']
        .map((text) => `${JSON.stringify({ text })}\n`)
        .join(''),
    },
  );
  const app = await createApp({ cwd: here.dir, env: userEnv(here) });
  open.push(app);
  await ended(app, runIdOf(await app.run({ input: request })));
  expect(await app.run({ input: 'sync the ledger' })).toMatchObject({ task_status: 'needs_input' });
  const resumed = await app.run({ input: answer });
  expect(resumed).toMatchObject({ task_type: 'ledger_sync', task_status: 'running' });
  const said = resumed.reply.split('\n').filter((line) => /as in round|the default/.test(line));
  expect(said).toEqual(told);
  await ended(app, runIdOf(resumed));
});

it('starts nothing in place of a run that there has not been', async () => {
  const app = await warehouse();
  await synced(app, 'sync 1 tables of the warehouse to staging');
  const asked = await app.run({ input: 'rerun the fifth sync of the warehouse tables' });
  expect(asked).toMatchObject({ task_type: 'db_sync', task_status: 'needs_input' });
  expect(asked.reply).toContain('There has been no such run of db_sync');
});

it('does the one that is referred to again, whatever runs, and asks of which kind where it could be several', async () => {
  const here = await project({ runtime: { policy_threshold: null, max_jobs: 4 } });
  await dropProbe(here);
  await dropProbe(here, { name: 'boiler' });
  const app = await shipped(here);
  const failed = runIdOf(await app.run({ input: probing('exit') }));
  await ended(app, failed);
  const running = runIdOf(await app.run({ input: probing('hold', 'boiler') }));
  await holds(here, running);
  const retried = await app.run({ input: 'retry the failed one' });
  expect(retried).toMatchObject({ task_type: 'probe', joined: false });
  const asked = await app.run({ input: 'run the first one again' });
  expect(asked).toMatchObject({ task_status: 'needs_input', run_id: null });
  expect(asked.reply).toContain('- probe');
  expect(asked.reply).toContain('- boiler');
  await letGo(here, app, running);
});

const SKILLS = {
  link_check: [
    'Finds dead hyperlinks in our docs. 检查文档里的死链接。',
    'check the docs for dead links',
    'are there any dead links in the docs',
    'find broken hyperlinks',
    '检查文档里的死链',
    '看看文档有没有失效的链接',
    '查一下坏链接',
  ],
  disk_space: [
    'Tells how full the disks are. 查看磁盘还剩多少空间。',
    'check the disk space',
    'how full are the disks',
    'how much disk is left',
    '看一下磁盘空间',
    '磁盘还剩多少',
    '检查磁盘用量',
  ],
  sync_data: [
    'Synchronises the customer data with the warehouse. 把客户数据同步到数仓。',
    'sync the customer data',
    'synchronise the data with the warehouse',
    'push customer data to the warehouse',
    '同步客户数据',
    '把数据同步到数仓',
    '数据同步一下',
  ],
} as const;
type Skill = keyof typeof SKILLS;
const NAMES: readonly Skill[] = ['link_check', 'disk_space', 'sync_data'];

/** Where all of them were done, this one last. */
async function didLast(newest: Skill): Promise<App> {
  const here = await project({ runtime: { policy_threshold: null } });
  for (const name of NAMES) {
    const [description, ...examples] = SKILLS[name];
    await drop(here, name, `description: ${description}\nwhen_to_use: Somebody asks for it.\ncommand: [echo, ok]`, {
      'examples.jsonl': examples.map((text) => `${JSON.stringify({ text })}\n`).join(''),
    });
  }
  const app = await shipped(here);
  for (const name of [...NAMES.filter((each) => each !== newest), newest]) {
    await ended(app, runIdOf(await app.run({ input: SKILLS[name][1] })));
  }
  await app.collect();
  return app;
}

/** What may be named beside “again”, and what names it. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  perftest: ['do the load test again', '再压一次', '再跑一次压测', '压测再来一次', 'run the load test once more'],
  inspection: ['run the inspection again', '再巡检一次'],
  link_check: ['check the links again', '再查一次链接'],
  disk_space: [
    'again, but the disk',
    'run the disk one again',
    'the disk one again',
    'same again for the disks',
    'rerun disk_space',
    '把磁盘那个再跑一遍',
    '再跑一次磁盘',
  ],
  sync_data: ['sync again', 'the data one once more', 'run sync_data again', '再同步一次'],
};
const PLAIN = [
  'again',
  'run it again',
  'once more please',
  'same again',
  'retry',
  '再跑一次',
  '再来一遍吧',
  '重跑一遍',
  '重试一下',
];

it.each(NAMES)(
  'after %s, “again” alone means that, and beside the words of another type never does',
  async (newest) => {
    const app = await didLast(newest);
    const said = [
      ...PLAIN.map((text) => ({ text, type: newest as string })),
      ...Object.entries(NAMED).flatMap(([type, texts]) => texts.map((text) => ({ text, type }))),
    ];
    const previews = await app.route(said.map(({ text }) => text));
    for (const [at, { action, outcome, candidates }] of previews.entries()) {
      const { text, type } = said[at] as (typeof said)[number];
      const started = action?.action_kind === 'generate_task' ? action.task_type : null;
      if (PLAIN.includes(text)) expect({ text, started }).toEqual({ text, started: newest });
      else if (outcome === 'ask')
        expect(
          candidates.slice(0, 2).map(({ task_type }) => task_type),
          text,
        ).toContain(type);
      else expect({ text, started }).toEqual({ text, started: type });
    }
  },
);

it('asks which is meant where the last work is likelier, but another is named', async () => {
  const app = await didLast('link_check');
  const asked = await app.run({ input: 'the data one once more' });
  expect(asked).toMatchObject({ task_status: 'needs_input', run_id: null });
  expect(asked.reply).toContain('- link_check');
  expect(asked.reply).toContain('- sync_data');
});
