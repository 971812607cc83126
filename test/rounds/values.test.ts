import { expect, it } from 'vitest';
import type { App } from '../../src/index.js';
import { ended, library, runIdOf } from '../harness/library.js';
import { drop, project } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

const REQUEST = '用模拟订单打一下网关';

/** A package that needs a number which its rule finds only beside a unit, and may be given one in milliseconds. */
async function gateway(): Promise<App> {
  const here = await project();
  const params = {
    connections: {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      description: 'connections / 并发数',
      'x-extract': { pattern: '([\\d.]+k?)\\s*(?:并发|connections)' },
    },
    p95_ms: {
      type: 'number',
      'x-unit': 'ms',
      'x-extract': { pattern: 'p95\\D{0,12}?(\\d[\\d.]*\\s*(?:毫秒|秒|\\p{L}*))' },
    },
  };
  await drop(
    here,
    'api_load',
    'description: Drives the order gateway. 用模拟订单打订单网关。\nwhen_to_use: Orders for the gateway.\ncommand: [echo, "{connections}"]',
    {
      'params.schema.json': JSON.stringify({ type: 'object', properties: params, required: ['connections'] }),
      'examples.jsonl': [REQUEST, 'fire synthetic orders at the gateway', '模拟订单 50 并发']
        .map((text) => `${JSON.stringify({ text })}\n`)
        .join(''),
    },
  );
  return await library(here);
}

async function ask(app: App, environment: string): Promise<void> {
  const round = await app.run({ input: REQUEST, environment });
  expect(round, environment).toMatchObject({ task_type: 'api_load', task_status: 'needs_input' });
}

async function takes(app: App, input: string, environment: string, params: Record<string, unknown>): Promise<void> {
  const round = await app.run({ input, environment });
  expect(round, environment).toMatchObject({ task_type: 'api_load', task_status: 'running' });
  await ended(app, runIdOf(round));
  await app.collect(environment);
  const tasks = await tasksOf(app, environment);
  expect(tasks.find(({ run_id }) => run_id === round.run_id)).toMatchObject({ params });
}

const TAKEN = [
  ['50', { connections: 50 }],
  ['300.', { connections: 300 }],
  ['0.3k', { connections: 300 }],
  ['五十', { connections: 50 }],
  ['50 并发', { connections: 50 }],
  ['50 connections', { connections: 50 }],
  ['50 个并发吧', { connections: 50 }],
  ['五十个并发吧', { connections: 50 }],
  ['make it 50', { connections: 50 }],
  ["let's say 50 connections please", { connections: 50 }],
  ['connections 50', { connections: 50 }],
  ['connections=50', { connections: 50 }],
  ['50, p95 200ms', { connections: 50, p95_ms: 200 }],
  ['50, p95 under 0.2 s', { connections: 50, p95_ms: 200 }],
  ['50，p95 不超过 2 秒', { connections: 50, p95_ms: 2000 }],
] as const;

it('takes a number for the one that is asked for, whatever stands beside it that asks for nothing', async () => {
  const app = await gateway();
  for (const [at, [answer, params]] of TAKEN.entries()) {
    await ask(app, `taken-${at}`);
    await takes(app, answer, `taken-${at}`, params);
  }
});

it('asks again after a number that is out of bounds, and takes a bare one then', async () => {
  const app = await gateway();
  for (const [at, answer] of ['600 并发', '1.5k', '1.5k connections', '0', '600'].entries()) {
    await ask(app, `bounds-${at}`);
    const second = await app.run({ input: answer, environment: `bounds-${at}` });
    expect(second.question, answer).toMatch(/connections.*(?:<= 500|>= 1)/s);
    await takes(app, '50', `bounds-${at}`, { connections: 50 });
  }
});

it('takes no number that is one of several, of another unit or of another parameter', async () => {
  const app = await gateway();
  for (const [at, answer] of ['50 or 60', '50 ms', 'p95 200ms'].entries()) {
    await ask(app, `other-${at}`);
    const second = await app.run({ input: answer, environment: `other-${at}` });
    expect(second.task_status, answer).not.toBe('running');
  }
});

it('takes a request that holds a number for one', async () => {
  const app = await gateway();
  for (const [at, [request, type]] of REQUESTS.entries()) {
    await ask(app, `request-${at}`);
    const second = await app.run({ input: request, environment: `request-${at}` });
    expect(second.task_type, request).toBe(type);
    if (second.run_id !== null) await ended(app, second.run_id);
  }
});

const REQUESTS = [
  ['run the load test on http://127.0.0.1:9 with 50 connections', 'perftest'],
  ['how is it going after 50 s?', 'status'],
] as const;
