import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { ended, holds, letGo, library, runIdOf } from '../harness/library.js';
import { drop, dropProbe, probing, project } from '../harness/project.js';

async function withProbe() {
  const here = await project();
  await dropProbe(here);
  return { here, app: await library(here) };
}

it('tells of a completion first where the user asked how it goes, and only once', async () => {
  const { app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('passed') }));
  await ended(app, run_id);
  const { reply, collected } = await app.run({ input: 'how is it going?' });
  expect(reply).toMatch(
    new RegExp(`^✓ probe \\(${run_id}\\) passed after [\\d.]+ s\\.\nall good\n\nNothing is running\\.$`),
  );
  expect(collected).toEqual([{ run_id, status: 'succeeded', task_ref: { round_id: 2, task_id: 1 } }]);
  const again = await app.run({ input: 'explain what this function does' });
  expect(again.reply).not.toContain(run_id);
});

it('tells of a completion after the answer to anything else', async () => {
  const { here, app } = await withProbe();
  const red = runIdOf(await app.run({ input: probing('red') }));
  await ended(app, red);
  const { reply, run_id } = await app.run({ input: probing('hold') });
  const [answer, notice] = reply.split('\n\n');
  expect(answer).toMatch(/^probe runs now as job_/);
  expect(notice).toMatch(/^✗ probe \(job_\w+\) did not pass after [\d.]+ s\.\n2 of 7 are red$/);
  await holds(here, run_id ?? '');
  await letGo(here, app, run_id ?? '');
});

it('counts a completion that was shown live as told', async () => {
  const { app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('done') }));
  const watched = await app.watch(run_id);
  expect(watched).toMatchObject({ completion: { run_id, status: 'done', result: 'fine' }, collected: { run_id } });
  expect((await app.run({ input: 'explain what this function does' })).reply).not.toContain(run_id);
});

it('keeps a completion that only `collect` has seen for the next reply', async () => {
  const { app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('done') }));
  await ended(app, run_id);
  expect(await app.collect()).toMatchObject([{ run_id }]);
  expect(await app.collect()).toEqual([]);
  const { reply, collected } = await app.run({ input: 'how is it going?' });
  expect(reply).toContain(`✓ probe (${run_id}) is done`);
  expect(collected).toEqual([]);
});

it('ends a wait at the signal; the job goes on', async () => {
  const { here, app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  expect(await app.watch(run_id, { signal: AbortSignal.abort() })).toBeNull();
  expect(await app.job(run_id)).toMatchObject({ status: 'running', alive: true });
  await letGo(here, app, run_id);
});

it('waits for a job to its end although its supervisor dies meanwhile', async () => {
  const { here, app } = await withProbe();
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  const { environment } = await app.show('default');
  const dispatched = environment.rounds[0]?.tasks[0]?.track.find(({ event }) => event === 'dispatch_pyskill');
  const watching = app.watch(run_id);
  process.kill(dispatched?.pid ?? 0, 'SIGKILL');
  await letGo(here, app, run_id);
  expect(await watching).toMatchObject({ completion: { run_id, status: 'done', result: 'let go' } });
});

/** A project whose one script fails the first time. */
async function flaky() {
  const here = await project();
  await drop(
    here,
    'flaky',
    'description: Try the flaky thing. 试一下。\nwhen_to_use: The flaky thing is to be tried.\ncommand: [./flaky.sh]\ncwd: package\nidempotent: true\nmax_attempts: 2',
    {
      'flaky.sh': '#!/bin/sh\nif [ -e tried ]; then echo fine at last; else : > tried; exit 9; fi\n',
      'examples.jsonl': '{"text":"try the flaky thing"}\n{"text":"试一下 flaky"}\n',
    },
  );
  return { here, app: await library(here) };
}

it.each([
  ['try the flaky thing', 'en', /^✓ flaky \(job_\w+\) is done after [\d.]+ s and 1 failed attempt\.\nfine at last/],
  ['试一下 flaky', 'zh', /^✓ flaky（job_\w+）已完成，用时 [\d.]+ 秒，此前 1 次尝试失败。\nfine at last/],
] as const)('tells of the attempts that failed before the one that went well: %s', async (input, language, told) => {
  const { here, app } = await flaky();
  await ended(app, runIdOf(await app.run({ input })));
  expect((await command(here, ['collect', '--lang', language])).stdout).toMatch(told);
  expect((await app.run({ input: 'how is it going?', language })).reply).toMatch(told);
});
