import { afterEach, expect, it } from 'vitest';
import type { Policy } from '../../src/controller/policy.js';
import { type App, createApp } from '../../src/index.js';
import { gateAction } from '../../src/protocol/gates.js';
import { composeTaskContent } from '../../src/protocol/task-content.js';
import { userEnv } from '../harness/command-line.js';
import { ended } from '../harness/library.js';
import { drop, project } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

const open: App[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** What a sentence is taken for, how surely, and what else is offered. */
type Taken = readonly [RegExp, string, number, string?];

const TAKEN: readonly Taken[] = [
  [/^(the same on|在 staging 上同样).*/, 'smoke', 0.3, 'sync'],
  [/^(once more|再来一次)/, 'load', 0.99],
  [/^(that thing|那个东西)/, 'smoke', 0.3, 'sync'],
  [/smoke|冒烟/, 'smoke', 0.99],
  [/sync|同步/, 'sync', 0.99],
  [/going|怎么样/, 'status', 0.99],
];

/** By rule: what follows from a route is looked at here. */
const ruled: Policy = {
  name: 'ruled',
  version: '1',
  decide: ({ state, actions, observations }) => {
    const text = state.USER_INPUT;
    const [, type, confidence, other = 'executor'] = TAKEN.find(([said]) => said.test(text)) ?? [/./, 'executor', 0.3];
    const content = composeTaskContent({ goal: text, limits: 'none', language: 'en' });
    const action = { action_kind: 'generate_task', task_type: type, task_content: content, reason: 'ruled' };
    return Promise.resolve({
      outcome: gateAction(action, { task_types: actions.task_types, observed: observations }),
      policy: 'ruled',
      policy_version: '1',
      confidence,
      threshold: 0.5,
      candidates: [type, other].map((task_type) => ({ action_kind: 'generate_task', task_type, score: confidence })),
      usage: null,
    });
  },
};

const TARGET = {
  enum: ['production', 'staging', 'qa'],
  'x-carry': true,
  'x-extract': { pattern: '(production|staging|qa)' },
};

async function team(): Promise<App> {
  const here = await project();
  const packages = {
    smoke: {
      target: TARGET,
      pages: { type: 'integer', 'x-carry': true, 'x-extract': { pattern: '(\\d+) (?:pages|页)' } },
    },
    sync: { target: TARGET, tables: { type: 'integer', 'x-extract': { pattern: '(\\d+) (?:tables|张表)' } } },
    load: { url: { type: 'string' } },
  };
  for (const [name, properties] of Object.entries(packages)) {
    await drop(here, name, `description: The ${name} of the team. 团队的 ${name}。\ncommand: [echo, ${name}]`, {
      'params.schema.json': JSON.stringify({ type: 'object', properties, required: Object.keys(properties) }),
      'examples.jsonl': `${JSON.stringify({ text: `${name} of the team` })}\n`,
    });
  }
  const app = await createApp({ cwd: here.dir, env: userEnv(here), policy: ruled });
  open.push(app);
  return app;
}

/** One after another, each job waited for; what the last one was started with, and its reply. */
async function after(app: App, environment: string, inputs: readonly string[]) {
  let reply = '';
  for (const input of inputs) {
    const round = await app.run({ input, environment });
    reply = round.reply;
    if (round.run_id === null) continue;
    await ended(app, round.run_id);
    await app.collect(environment);
  }
  const started = (await tasksOf(app, environment)).filter(
    ({ run_id, type }) => run_id != null && type in { smoke: 0, sync: 0 },
  );
  return { reply, type: started.at(-1)?.type, params: started.at(-1)?.params, started: started.length };
}

const SMOKED = 'smoke production with 20 pages';
const SYNCED = 'sync 3 tables to production';

const FLOWS: readonly (readonly [readonly string[], string, Record<string, unknown>, readonly string[]])[] = [
  // The type that was offered, by its name, its place, or in other words.
  [
    [SMOKED, 'the same on staging', 'smoke'],
    'smoke',
    { target: 'staging', pages: 20 },
    ['target = staging, as in round 2.'],
  ],
  [[SMOKED, 'the same on staging', 'the first one'], 'smoke', { target: 'staging', pages: 20 }, []],
  [
    [SMOKED, 'the same on staging', 'the smoke check'],
    'smoke',
    { target: 'staging', pages: 20 },
    ['target = staging, as in round 2.', 'pages = 20, as in round 1.'],
  ],
  [
    ['冒烟 production，20 页', '在 staging 上同样来一次', 'smoke'],
    'smoke',
    { target: 'staging', pages: 20 },
    ['target = staging（沿用第 2 轮）。'],
  ],
  [
    ['冒烟 production，20 页', '在 staging 上同样来一次', '做冒烟检查'],
    'smoke',
    { target: 'staging', pages: 20 },
    ['target = staging（沿用第 2 轮）。', 'pages = 20（沿用第 1 轮）。'],
  ],
  // What is said last counts.
  [[SMOKED, 'the same on staging', 'smoke on qa'], 'smoke', { target: 'qa', pages: 20 }, []],
  [[SMOKED, 'the same on staging', 'the smoke check with 5 pages'], 'smoke', { target: 'staging', pages: 5 }, []],
  [
    [SMOKED, 'the same on staging target=staging', 'the smoke check target=qa'],
    'smoke',
    { target: 'qa', pages: 20 },
    [],
  ],
  // Another question, and a look at how things are, in between.
  [[SYNCED, 'the same on staging', 'how is it going', 'sync', '4'], 'sync', { target: 'staging', tables: 4 }, []],
  [
    [SYNCED, '在 staging 上同样来一次', '同步', '4'],
    'sync',
    { target: 'staging', tables: 4 },
    ['target = staging（沿用第 2 轮）。'],
  ],
  [
    [SMOKED, 'the same on staging', 'that thing', 'smoke'],
    'smoke',
    { target: 'staging', pages: 20 },
    ['target = staging, as in round 2.'],
  ],
  [
    [SMOKED, 'the same on staging', 'that thing on qa', 'smoke'],
    'smoke',
    { target: 'qa', pages: 20 },
    ['target = qa, as in round 3.'],
  ],
  [
    ['冒烟 production，20 页', '在 staging 上同样来一次', '那个东西', 'smoke'],
    'smoke',
    { target: 'staging', pages: 20 },
    [],
  ],
  // Taken for another type, which asked for what it needs.
  [
    [SMOKED, 'once more, on staging', 'smoke'],
    'smoke',
    { target: 'staging', pages: 20 },
    ['target = staging, as in round 2.'],
  ],
  [
    ['冒烟 production，20 页', '再来一次，在 staging 上', '做冒烟检查'],
    'smoke',
    { target: 'staging', pages: 20 },
    ['target = staging（沿用第 2 轮）。'],
  ],
  [[SYNCED, 'once more, on staging', 'sync', '4'], 'sync', { target: 'staging', tables: 4 }, []],
];

it.each(FLOWS)('keeps what a follow-up says until it is started: %j', async (inputs, type, params, told) => {
  const app = await team();
  const last = await after(app, 'default', inputs);
  expect(last).toMatchObject({ type, params, started: 2 });
  for (const line of told) expect(last.reply).toContain(line);
});

it('takes nothing over from a request that was made for something else', async () => {
  const app = await team();
  // The sync is no follow-up, and asks for its tables; the smoke check says its own.
  const last = await after(app, 'default', [SMOKED, 'sync to staging', 'smoke qa']);
  expect(last).toMatchObject({ type: 'smoke', params: { target: 'qa', pages: 20 } });
  const other = await after(app, 'other', [SMOKED, 'sync to staging', 'smoke']);
  expect(other).toMatchObject({ type: 'smoke', params: { target: 'production', pages: 20 } });
});
