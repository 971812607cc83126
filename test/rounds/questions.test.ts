import { expect, it } from 'vitest';
import { createApp } from '../../src/index.js';
import type { RoundResult } from '../../src/rounds/result.js';
import { json, userEnv } from '../harness/command-line.js';
import { ended, library, runIdOf, starts } from '../harness/library.js';
import { drop, dropProbe, probing, project } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

async function asked() {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const first = await app.run({ input: 'please probe the turbine now' });
  return { here, app, first };
}

it('asks one precise question for a missing parameter, and starts nothing', async () => {
  const { here, first } = await asked();
  expect(first).toMatchObject({ task_type: 'probe', task_status: 'needs_input', run_id: null });
  expect(first.question).toBe(
    'probe needs how (how it shall end). What shall it be? One of: done, passed, red, error, exit, hold.',
  );
  expect(first.reply).toBe(first.question);
  expect(starts(here)).toEqual([]);
});

it('takes the answer, resumes the request and links the two tasks', async () => {
  const { app } = await asked();
  const second = await app.run({ input: 'done' });
  expect(second).toMatchObject({ task_type: 'probe', task_status: 'running', question: null });
  await ended(app, runIdOf(second));
  await app.collect();
  const tasks = await tasksOf(app);
  expect(tasks[0]).toMatchObject({ round_id: 1, status: 'done', result: 'answered(round_id=2, task_id=1)' });
  expect(tasks[1]).toMatchObject({ round_id: 2, type: 'probe', status: 'done', params: { how: 'done' } });
});

it.each([
  ['a key and a value', 'how=passed'],
  ['a value among other words', 'I think passed would be best'],
  ['other words in Chinese', '就用 passed 吧'],
])('reads an answer given as %s', async (_name, input) => {
  const { app } = await asked();
  const { task_status, run_id } = await app.run({ input });
  expect(task_status).toBe('running');
  await ended(app, run_id ?? '');
});

it('asks again, saying what is wrong, when the answer does not fit', async () => {
  const { here, app } = await asked();
  const second = await app.run({ input: 'how=sideways' });
  expect(second.task_status).toBe('needs_input');
  expect(second.question).toContain('cannot use this how');
  expect(second.question).toContain('One of: done, passed, red, error, exit, hold.');
  expect(second.reply).not.toContain('dropped');
  expect(starts(here)).toEqual([]);
});

it.each([
  ['a word', 'passed'],
  ['a number', '2'],
])('goes on in the language of the request when the answer is %s', async (_name, input) => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  expect((await app.run({ input: '请 probe the turbine now' })).reply).toMatch(/^probe 需要参数 how/);
  const { reply, run_id } = await app.run({ input });
  expect(reply).toMatch(/\p{Script=Han}/u);
  if (run_id !== null) await ended(app, run_id);
});

it('speaks the language of a new request, whatever the open question was asked in', async () => {
  const { app } = await asked();
  expect((await app.run({ input: '现在怎么样了' })).reply).toContain('当前没有正在运行的任务');
});

it('gives the question up for a new request, and says so', async () => {
  const { here, app } = await asked();
  await dropProbe(here, { name: 'boiler' });
  const second = await app.run({ input: probing('done', 'boiler') });
  expect(second.task_status).toBe('running');
  expect(second.reply).toContain('I have dropped my open question');
  await ended(app, runIdOf(second));
  const [question] = await tasksOf(app);
  expect(question).toMatchObject({ status: 'cancelled', reason: 'SUPERSEDED' });
});

it('keeps the question open while its state is asked for, and names it', async () => {
  const { app, first } = await asked();
  const second = await app.run({ input: 'how is it going?' });
  expect(second.reply).toContain(`I am waiting for an answer: ${first.question}`);
  expect((await tasksOf(app))[0]).toMatchObject({ status: 'needs_input' });
  expect(await app.status()).toMatchObject([{ kind: 'question', question: first.question, round_id: 1 }]);
});

it('gives the request up when the user cancels, and touches nothing that runs', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const runs = await app.run({ input: probing('hold') });
  await app.run({ input: 'please probe the turbine now' });
  const third = await app.run({ input: 'cancel' });
  expect(third).toMatchObject({ task_type: 'cancel', task_status: 'done' });
  expect(third.reply).toContain('I have dropped the request');
  expect(third.reply).toContain(runIdOf(runs));
  expect(await app.job(runIdOf(runs))).toMatchObject({ cancel_requested: false });
  expect((await tasksOf(app))[1]).toMatchObject({ round_id: 2, status: 'cancelled' });
  expect(await app.cancel(runIdOf(runs))).toMatchObject({ status: 'cancelled' });
});

it('waits for five rounds, then gives the question up and says so once', async () => {
  const { app } = await asked();
  for (let round = 2; round <= 6; round++) {
    const { reply } = await app.run({ input: 'how is it going?' });
    expect(reply).toContain('waiting for an answer');
  }
  const seventh = await app.run({ input: 'how is it going?' });
  expect(seventh.reply).toContain('I have dropped my open question');
  expect(seventh.reply).not.toContain('waiting for an answer');
  expect((await app.run({ input: 'how is it going?' })).reply).not.toContain('dropped');
  expect((await tasksOf(app))[0]).toMatchObject({ status: 'cancelled', reason: 'SUPERSEDED' });
});

it('offers the likeliest types where it is not sure, and does what is then named', async () => {
  const here = await project({ runtime: { policy_threshold: 1 } });
  await dropProbe(here);
  const app = await library(here);
  const first = await app.run({ input: probing('done') });
  expect(first).toMatchObject({ task_status: 'needs_input' });
  expect(first.question).toContain('- probe: To probe the turbine');
  const second = await app.run({ input: 'probe' });
  expect(second).toMatchObject({ task_type: 'probe', task_status: 'running' });
  await ended(app, runIdOf(second));
});

it.each(['the first one', '第一个', '1'])('takes a place in the list for an answer: %s', async (input) => {
  const here = await project({ runtime: { policy_threshold: 1 } });
  await dropProbe(here);
  const app = await library(here);
  await app.run({ input: probing('done') });
  const second = await app.run({ input });
  expect(second).toMatchObject({ task_type: 'probe', task_status: 'running' });
  await ended(app, runIdOf(second));
});

it.each([
  ['yes', 'Which one: '],
  ['是的', '是哪一个：'],
])('asks once more, in short, where several are offered and the answer is %s', async (input, words) => {
  const here = await project({ runtime: { policy_threshold: 1 } });
  await dropProbe(here);
  const app = await library(here);
  const first = await app.run({ input: probing('done') });
  const second = await app.run({ input });
  expect(second).toMatchObject({ task_status: 'needs_input', run_id: null });
  expect(second.reply).toMatch(new RegExp(`^${words}probe[,、].*[?？]$`));
  expect(second.reply.length).toBeLessThan(first.reply.length);
  const third = await app.run({ input: 'the first one' });
  expect(third).toMatchObject({ task_type: 'probe', task_status: 'running' });
  await ended(app, runIdOf(third));
});

it('takes a place among the values of a parameter', async () => {
  const { app } = await asked();
  const second = await app.run({ input: 'the second one' });
  expect(second).toMatchObject({ task_type: 'probe', task_status: 'running' });
  await ended(app, runIdOf(second));
  await app.collect();
  expect((await tasksOf(app))[1]).toMatchObject({ round_id: 2, params: { how: 'passed' } });
});

it('does the first of several that were chosen, and offers the rest', async () => {
  const here = await project({ runtime: { policy_threshold: 1 } });
  await dropProbe(here);
  const app = await library(here);
  const first = await app.run({ input: probing('done') });
  const [, , other = ''] = first.question?.match(/- (\w+):[\s\S]*?- (\w+):/) ?? [];
  const second = await app.run({ input: 'the first and the second' });
  expect(second).toMatchObject({ task_type: 'probe', task_status: 'running' });
  expect(second.reply).toContain(`You also chose ${other}.`);
  await ended(app, runIdOf(second));
});

it('tells of the open question in the language of the reply', async () => {
  const { app } = await asked();
  const { reply } = await app.run({ input: '现在怎么样了' });
  expect(reply).toContain('probe 需要参数 how');
  expect(reply).not.toContain('What shall it be?');
  const dropped = await app.run({ input: '解释一下这个函数' });
  expect(dropped.reply).toContain('probe 需要参数 how');
});

it.each([
  ['status', 'done'],
  ['executor', 'failed'],
])('closes the question when %s was meant', async (name, status) => {
  const here = await project({ runtime: { policy_threshold: 1 } });
  const app = await library(here);
  const first = await app.run({ input: name === 'status' ? 'how is it going?' : 'explain what this function does' });
  expect(first.question).toContain(`- ${name}:`);
  expect(await app.run({ input: name })).toMatchObject({ task_type: name, task_status: status });
  expect((await tasksOf(app))[0]).toMatchObject({ status: 'done' });
  expect(await app.status()).toEqual([]);
});

it('asks for the project when the one that was named is neither configured nor a folder', async () => {
  const here = await project({ projects: { shop: { path: '.' }, depot: { path: '.' } } });
  await dropProbe(here);
  const app = await library(here);
  const first = await app.run({ input: `${probing('done')} project=shoop` });
  expect(first.question).toContain('neither a project nor a folder “shoop”');
  expect(first.question).toContain('shop, depot');
  const second = await app.run({ input: 'shop' });
  expect(second).toMatchObject({ task_status: 'running' });
  expect(second.reply).toContain('on shop');
  await ended(app, runIdOf(second));
});

it.each(['staging', 'the blue one', '预发环境'])(
  'takes any text as the value where any text may be one: %s',
  async (answer) => {
    const here = await project();
    await drop(
      here,
      'argy',
      'description: Announce a target.\nwhen_to_use: A target is to be announced.\ncommand: [echo, "{target}"]',
      {
        'params.schema.json': JSON.stringify({
          type: 'object',
          properties: { target: { type: 'string', description: 'which target' } },
          required: ['target'],
        }),
        'examples.jsonl': ['announce the target', 'please announce a target now', '宣布一下目标']
          .map((text) => `${JSON.stringify({ text })}\n`)
          .join(''),
      },
    );
    const first = await json<RoundResult>(here, ['run', '--input', 'announce the target']);
    expect(first).toMatchObject({ task_type: 'argy', task_status: 'needs_input' });
    const second = await json<RoundResult>(here, ['run', '--wait', '--input', answer]);
    expect(second).toMatchObject({ task_type: 'argy' });
    expect(JSON.stringify(second)).toContain(answer);
  },
);

const NAP = 'description: Take a long nap.\nwhen_to_use: A nap is wanted.\ncommand: [sleep, "0"]';
const NAPS = { 'examples.jsonl': '{"text":"take a nap"}\n{"text":"nap for a while"}\n{"text":"睡一会"}\n' };

it.each(['take a nap', 'Take a nap!', '睡一会'])(
  'starts what gives these very words as an example: %s',
  async (input) => {
    const here = await project({ runtime: { policy_threshold: null } });
    await drop(here, 'nap', NAP, NAPS);
    const app = await createApp({ cwd: here.dir, env: userEnv(here) });
    const { task_type, run_id } = await app.run({ input });
    expect(task_type).toBe('nap');
    await ended(app, run_id ?? '');
    await app.close();
  },
);

it.each(['kill that nap please', '把 nap 停掉'])(
  'does not start what is named only to be stopped: %s',
  async (input) => {
    const here = await project({ runtime: { policy_threshold: 1 } });
    await drop(here, 'nap', NAP, NAPS);
    const app = await library(here);
    expect((await app.run({ input: 'let me take a nap' })).question).toContain('nap');
    expect(await app.run({ input })).toMatchObject({ run_id: null });
    expect(await app.status()).toEqual([]);
  },
);

it.each(['please stop that', '把它停掉吧', 'call it off'])(
  'takes a wish to stop for no value, whatever may be one: %s',
  async (input) => {
    // What ships knows that nothing runs, and would not think of stopping.
    const here = await project({ runtime: { policy_threshold: null } });
    await drop(
      here,
      'argy',
      'description: Announce a target.\nwhen_to_use: Announce it.\ncommand: [echo, "{target}"]',
      {
        'params.schema.json': JSON.stringify({
          properties: { target: { type: 'string' } },
          required: ['target'],
          type: 'object',
        }),
        'examples.jsonl': `${JSON.stringify({ text: 'announce the target' })}\n`,
      },
    );
    const app = await createApp({ cwd: here.dir, env: userEnv(here) });
    await app.run({ input: 'announce the target' });
    expect(await app.run({ input })).toMatchObject({ task_type: 'cancel', task_status: 'done', run_id: null });
    await app.close();
  },
);

it('does not take the request said once more for the value', async () => {
  const here = await project();
  await drop(here, 'argy', 'description: Announce a target.\nwhen_to_use: Announce it.\ncommand: [echo, "{target}"]', {
    'params.schema.json': JSON.stringify({
      type: 'object',
      properties: { target: { type: 'string' } },
      required: ['target'],
    }),
    'examples.jsonl': `${JSON.stringify({ text: 'announce the target' })}\n`,
  });
  const app = await library(here);
  await app.run({ input: 'announce the target' });
  expect(await app.run({ input: 'Announce the target!' })).toMatchObject({
    task_type: 'argy',
    task_status: 'needs_input',
  });
});

it('still takes what is surely a request for one', async () => {
  const { app } = await asked();
  expect(await app.run({ input: 'how is it going?' })).toMatchObject({ task_type: 'status' });
});

/** A package with a day to ask for and a target that has a default. */
async function backups() {
  const here = await project();
  const params = {
    day: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$', 'x-extract': { pattern: '(\\d{4}-\\d\\d-\\d\\d)' } },
    target: {
      enum: ['staging', 'production'],
      default: 'production',
      'x-extract': { pattern: '(staging|production)' },
    },
  };
  await drop(
    here,
    'backup',
    'description: Checks the backup of a day.\nwhen_to_use: The backup is to be checked.\ncommand: [echo, "{day}", "{target}"]',
    {
      'params.schema.json': JSON.stringify({ type: 'object', properties: params, required: ['day'] }),
      'examples.jsonl': ['check the backup', 'please check the backup now', '检查一下备份']
        .map((text) => `${JSON.stringify({ text })}\n`)
        .join(''),
    },
  );
  return await library(here);
}

it.each([
  ['check the backup', '2026-11-28', 'production'],
  ['检查一下备份', '2026-11-28', 'production'],
  ['check the backup', 'day 2026-11-28 please', 'production'],
  ['check the backup', '2026-11-28 on staging', 'staging'],
  ['check the backup on production', '2026-11-28, on staging', 'staging'],
  ['check the backup', 'day=2026-11-28 target=staging', 'staging'],
])('%s: takes all that the answer says: %s', async (request, answer, target) => {
  const app = await backups();
  expect(await app.run({ input: request })).toMatchObject({ task_type: 'backup', task_status: 'needs_input' });
  const second = await app.run({ input: answer });
  expect(second).toMatchObject({ task_type: 'backup', task_status: 'running' });
  await ended(app, runIdOf(second));
  const [, resumed] = await tasksOf(app);
  expect(resumed).toMatchObject({ type: 'backup', params: { day: '2026-11-28', target } });
});

it('takes a value alone as the answer, even where it would be routed elsewhere', async () => {
  const here = await project();
  const params = { ticket: { type: 'string', 'x-extract': { pattern: '([a-z]+-\\d+)' } } };
  await drop(here, 'argy', 'description: Announce a ticket.\nwhen_to_use: Announce it.\ncommand: [echo, "{ticket}"]', {
    'params.schema.json': JSON.stringify({ type: 'object', properties: params, required: ['ticket'] }),
    'examples.jsonl': `${JSON.stringify({ text: 'announce the ticket' })}\n`,
  });
  const app = await library(here);
  await app.run({ input: 'announce the ticket' });
  const second = await app.run({ input: 'explain-7' });
  expect(second).toMatchObject({ task_type: 'argy', task_status: 'running' });
  await ended(app, runIdOf(second));
});

it.each(['dev', '是的', 'both'])('judges a value before it asks for the next one: %s', async (answer) => {
  const here = await project();
  const params = { target: { enum: ['staging', 'production'] }, sessions: { type: 'integer' } };
  await drop(
    here,
    'press',
    'description: Presses it.\nwhen_to_use: It is to be pressed.\ncommand: [echo, "{target}"]',
    {
      'params.schema.json': JSON.stringify({ type: 'object', properties: params, required: ['target', 'sessions'] }),
      'examples.jsonl': `${JSON.stringify({ text: 'press the grapes' })}\n`,
    },
  );
  const app = await library(here);
  await app.run({ input: 'press the grapes' });
  const second = await app.run({ input: answer, language: 'en' });
  expect(second.question).toContain(`target must be one of staging, production; it is "${answer}"`);
  expect((await app.run({ input: 'staging', language: 'en' })).question).toContain('press needs sessions');
});

it.each(['昨天', '上周五'])('asks again where one word is not the value that is needed: %s', async (answer) => {
  const app = await backups();
  await app.run({ input: 'check the backup' });
  const second = await app.run({ input: answer });
  expect(second).toMatchObject({ task_type: 'backup', task_status: 'needs_input' });
  expect(second.reply).not.toContain('dropped');
});
