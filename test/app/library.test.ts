import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp, NothingStoredError, ProductError } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { ended, holds, letGo, library, runIdOf, starts } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { until } from '../harness/until.js';

async function withProbe() {
  const here = await project();
  await dropProbe(here);
  return { here, app: await library(here) };
}

it('opens, writes and starts nothing until it is asked to', async () => {
  const here = await project();
  const app = await library(here);
  expect(await app.status()).toEqual([]);
  expect(await app.collect()).toEqual([]);
  expect(await app.environments.list()).toEqual([]);
  expect(await app.prune(0)).toEqual({ jobs: [], runs: [] });
  expect(existsSync(join(here.dir, 'var'))).toBe(false);
});

it('says that nothing was stored where there is nothing to look at', async () => {
  const { app } = await withProbe();
  const looks = [
    () => app.job('job_20200101_000000_abcdef'),
    () => app.watch('job_20200101_000000_abcdef'),
    () => app.cancel('job_20200101_000000_abcdef'),
    () => app.show('default'),
    () => app.environments.delete('default'),
    async () => {
      for await (const _bytes of app.logs('job_20200101_000000_abcdef')) throw new Error('there is nothing to read');
    },
  ];
  for (const look of looks) await expect(look()).rejects.toBeInstanceOf(NothingStoredError);
  expect(new NothingStoredError('x')).toBeInstanceOf(ProductError);
});

it('names a job or an Environment that is unknown', async () => {
  const { app } = await withProbe();
  await app.run({ input: 'how is it going?' });
  for (const look of [app.job, app.cancel]) await expect(look('job_x')).rejects.toMatchObject({ code: 'JOB_UNKNOWN' });
  await expect(app.watch('job_x')).rejects.toMatchObject({ code: 'JOB_UNKNOWN' });
  await expect(app.show('nobody')).rejects.toMatchObject({ code: 'ENVIRONMENT_UNKNOWN' });
  await expect(app.environments.delete('nobody')).rejects.toMatchObject({ code: 'ENVIRONMENT_UNKNOWN' });
  expect(await app.collect('nobody')).toEqual([]);
});

it('runs rounds of one Environment one after the other, those of several side by side', async () => {
  const { app } = await withProbe();
  const rounds = await Promise.all([
    ...Array.from({ length: 5 }, () => app.run({ input: 'how is it going?', environment: 'one' })),
    app.run({ input: 'how is it going?', environment: 'two' }),
  ]);
  expect(rounds.map(({ environment, round_id }) => `${environment} ${round_id}`)).toEqual([
    ...[1, 2, 3, 4, 5].map((round_id) => `one ${round_id}`),
    'two 1',
  ]);
});

it('goes on with the next round after one was refused', async () => {
  const { app } = await withProbe();
  const [refused, done] = await Promise.allSettled([app.run({ input: '' }), app.run({ input: 'how is it going?' })]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'INPUT_INVALID' } });
  expect(done).toMatchObject({ status: 'fulfilled', value: { round_id: 1 } });
});

it('follows a job with its events until it has ended', async () => {
  const { here, app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  const events: string[] = [];
  const watching = app.watch(run_id, {
    onEvent: (event) => events.push(event.event === 'status' ? event.status : event.event),
  });
  await until('it is seen running', () => events.includes('running'));
  await letGo(here, app, run_id);
  expect(await watching).toMatchObject({
    completion: { run_id, status: 'done', verdict: null },
    collected: { run_id },
  });
  expect(events.at(-1)).toBe('succeeded');
  // Somebody who looks later is told the same, and nothing is filled in twice.
  expect(await app.watch(run_id)).toMatchObject({ completion: { status: 'done' }, collected: null });
});

it('lets jobs outlive it: another one finds them', async () => {
  const { here, app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  await app.close();
  const later = await library(here);
  expect(await later.job(run_id)).toMatchObject({ status: 'running', alive: true });
  await letGo(here, later, run_id);
  expect(await later.collect()).toMatchObject([{ run_id, task_status: 'done' }]);
  expect(starts(here)).toEqual([run_id]);
});

it('keeps the states that decisions were made on, and why', async () => {
  const { here, app } = await withProbe();
  await ended(app, runIdOf(await app.run({ input: probing('done') })));
  const { decisions } = await app.show('default', { round: 1 });
  expect(decisions).toMatchObject([{ step: 1, policy: expect.any(String), action: { task_type: 'probe' } }]);
  expect(existsSync(join(here.dir, 'var', 'states', `${decisions[0]?.state_hash}.json`))).toBe(true);
});

it('speaks the language of the request, else of the locale, else the one that is asked for', async () => {
  const here = await project();
  const app = await createApp({ cwd: here.dir, env: { ...userEnv(here), LANG: 'zh_CN.UTF-8' } });
  try {
    expect((await app.run({ input: 'how is it going?' })).reply).toBe('Nothing is running.');
    expect((await app.run({ input: '现在怎么样了' })).reply).toBe('当前没有正在运行的任务。');
    expect((await app.run({ input: 'how is it going?', language: 'zh' })).reply).toBe('当前没有正在运行的任务。');
  } finally {
    await app.close();
  }
});

it('does not pass the keys of models on to a job', async () => {
  const { here } = await withProbe();
  const app = await createApp({ cwd: here.dir, env: { ...userEnv(here), API_KEY_Qwen: 'secret' } });
  process.env.API_KEY_Qwen = 'secret-of-the-user';
  try {
    const { drop } = await import('../harness/project.js');
    await drop(
      here,
      'envdump',
      'description: Dump the variables.\nwhen_to_use: Variables are wanted.\ncommand: [env]\ncwd: job',
      {
        'examples.jsonl': '{"text":"dump the variables"}\n',
      },
    );
    const watched = await app.watch(runIdOf(await app.run({ input: 'dump the variables' })));
    let output = '';
    for await (const bytes of app.logs(watched?.completion.run_id ?? '')) output += Buffer.from(bytes).toString();
    expect(output).toContain('ER_RUN_ID=');
    expect(output).not.toContain('secret');
  } finally {
    delete process.env.API_KEY_Qwen;
    await app.close();
  }
});

it('closes more than once without harm', async () => {
  const { app } = await withProbe();
  await app.run({ input: 'how is it going?' });
  await app.close();
  await app.close();
});
