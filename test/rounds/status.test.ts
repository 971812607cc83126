import { expect, it } from 'vitest';
import { identify } from '../../src/processes/identity.js';
import { findJob } from '../../src/store/jobs.js';
import { house } from '../harness/house.js';
import { ended, holds, letGo, library, runIdOf, starts } from '../harness/library.js';
import { drop, dropProbe, probing, project, type Settings } from '../harness/project.js';
import { until } from '../harness/until.js';

async function withProbe(settings?: Settings) {
  const here = await project(settings);
  await dropProbe(here);
  return { here, app: await library(here) };
}

const ASKED = { en: 'how is it going?', zh: '现在怎么样了' } as const;

it('says that nothing runs, before anything ever did', async () => {
  const { app } = await withProbe();
  expect((await app.run({ input: ASKED.en })).reply).toBe('Nothing is running.');
  expect((await app.run({ input: ASKED.zh })).reply).toBe('当前没有正在运行的任务。');
});

it.each(['en', 'zh'] as const)('tells what runs, for how long and how far, in %s', async (language) => {
  const { here, app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  const answer = await app.run({ input: ASKED[language] });
  expect(answer).toMatchObject({ task_type: 'status', task_status: 'done', run_id: null });
  const line = { en: /^probe \(job_\w+\): running for [\d.]+ s\.$/, zh: /^probe（job_\w+）：运行中，已 [\d.]+ 秒。$/ };
  expect(answer.reply).toMatch(line[language]);
  await letGo(here, app, run_id);
  expect(starts(here)).toHaveLength(1);
});

it('tells of a job that waits for a slot that it is queued', async () => {
  const { here, app } = await withProbe({ runtime: { max_jobs: 1 } });
  const first = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, first);
  const second = runIdOf(await app.run({ input: `${probing('hold')} tag=next` }));
  const { reply } = await app.run({ input: ASKED.en });
  expect(reply).toContain(`probe (${second}): queued for`);
  expect(reply).toContain(`probe (${first}): running for`);
  await letGo(here, app, first);
  await holds(here, second);
  await letGo(here, app, second);
});

it.each([
  ['done', 'en', 'is done. fine'],
  ['red', 'en', 'failed. 2 of 7 are red'],
  ['done', 'zh', '已完成。fine'],
  ['red', 'zh', '失败。2 of 7 are red'],
] as const)('tells how the last job ended: %s, in %s', async (how, language, words) => {
  const { app } = await withProbe();
  await ended(app, runIdOf(await app.run({ input: probing(how) })));
  await app.run({ input: ASKED[language] });
  const second = await app.run({ input: ASKED[language] });
  expect(second.reply).toContain(words);
  expect(second.reply.split('\n')).toHaveLength(2);
});

it('answers about the job that is named, whatever else runs', async () => {
  const { here, app } = await withProbe();
  const first = runIdOf(await app.run({ input: probing('passed') }));
  await ended(app, first);
  const second = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, second);
  const { reply } = await app.run({ input: `what is the status of ${first}?` });
  expect(reply).toBe(`probe (${first}, round 1) is done. all good`);
  await letGo(here, app, second);
});

it('says so when there is no such job in the Environment', async () => {
  const { here, app } = await withProbe();
  const elsewhere = runIdOf(await app.run({ input: probing('done'), environment: 'elsewhere' }));
  await ended(app, elsewhere);
  for (const run_id of ['job_20200101_000000_abcdef', elsewhere]) {
    const { reply } = await app.run({ input: `what is the status of ${run_id}?` });
    expect(reply).toBe(`There is no job ${run_id} in this Environment.`);
  }
  expect(starts(here)).toHaveLength(1);
});

it('quotes no more than the first lines of a long result', async () => {
  const here = await project();
  await drop(
    here,
    'recite',
    'description: Recite the long poem.\nwhen_to_use: Somebody wants the poem.\ncommand: [./recite.sh]\ncwd: package',
    {
      'recite.sh': `#!/bin/sh
printf '{"task_status":"done","task_result":"%s"}' "$(i=1; while [ $i -le 40 ]; do printf 'verse %d\\\\n' $i; i=$((i+1)); done)" > "$ER_JOB_DIR/result.json"
`,
      'examples.jsonl': '{"text":"recite the poem"}\n{"text":"please recite the long poem"}\n',
    },
  );
  const app = await library(here);
  await ended(app, runIdOf(await app.run({ input: 'recite the poem' })));
  const told = await app.run({ input: ASKED.en });
  expect(told.reply).toContain('verse 40');
  const again = await app.run({ input: ASKED.en });
  expect(again.reply).toContain('verse 12');
  expect(again.reply).not.toContain('verse 13');
  expect(again.reply).toContain('[… 28 more lines]');
});

it('gives a job whose supervisor has died a new one, whoever looks', async () => {
  const { here, app } = await withProbe();
  const rooms = await house(here);
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  const supervisor = async () => (await rooms.store.read((tx) => findJob(tx, run_id)))?.supervisor_pid ?? 0;
  for (const look of [() => app.status(), () => app.job(run_id)]) {
    const before = await supervisor();
    process.kill(before, 'SIGKILL');
    await until('the supervisor is dead', () => identify(before) === null);
    await look();
    expect(await supervisor()).not.toBe(before);
    expect(await app.job(run_id)).toMatchObject({ status: 'running', alive: true });
  }
  await letGo(here, app, run_id);
  expect(starts(here)).toEqual([run_id]);
});
