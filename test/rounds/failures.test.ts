import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ended, library, runIdOf, starts } from '../harness/library.js';
import { drop, dropProbe, probing, project } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

it('does nothing for an open-ended task without a model, says what works and how to set one up', async () => {
  const here = await project();
  const app = await library(here);
  const en = await app.run({ input: 'explain what this function does' });
  expect(en).toMatchObject({ task_type: 'executor', task_status: 'failed', reason: 'MODEL_REQUIRED', run_id: null });
  expect(en.reply).toContain('functest');
  expect(en.reply).toContain('environment-runtime doctor');
  const zh = await app.run({ input: '解释一下这段代码是做什么的' });
  expect(zh.reply).toContain('没有模型时我可以运行：');
  const tasks = await tasksOf(app);
  expect(tasks).toHaveLength(2);
  expect(tasks.map(({ reason }) => reason)).toEqual(['MODEL_REQUIRED', 'MODEL_REQUIRED']);
  expect(tasks.flatMap(({ track }) => track).filter(({ event }) => event === 'analyze')).toEqual([]);
});

it('ends a job that cannot even be launched, and says so instead of `running`', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  // More than a program can be given: the system refuses to start it.
  process.env.ER_TEST_BALLAST = 'x'.repeat(256 * 1024);
  try {
    const result = await app.run({ input: probing('done') });
    expect(result).toMatchObject({ task_status: 'failed', reason: 'launch_failed', verdict: null });
    expect(result.reply).toMatch(/^✗ probe \(job_\w+\) failed: it could not be started/);
    expect(await app.status()).toEqual([]);
    const [task] = await tasksOf(app);
    expect(task?.track.find(({ event }) => event === 'dispatch_pyskill_failed')?.reason).toContain('E2BIG');
  } finally {
    delete process.env.ER_TEST_BALLAST;
  }
  expect(starts(here)).toEqual([]);
});

it('reports a workflow that is no program as failed, with the reason', async () => {
  const here = await project();
  await drop(
    here,
    'broken',
    'description: Mend the broken thing.\nwhen_to_use: Somebody wants it mended.\ncommand: [./no-such-program]\ncwd: package',
    {
      'examples.jsonl': '{"text":"mend the broken thing"}\n',
      'no-such-program': '#!/no/such/interpreter\n',
    },
  );
  const app = await library(here);
  const { run_id } = await app.run({ input: 'mend the broken thing' });
  const watched = await app.watch(run_id ?? '');
  expect(watched?.completion).toMatchObject({ status: 'failed', reason: 'launch_failed' });
});

it.each([
  [probing('exit'), 'exit code 3', '退出码'],
  ['探测涡轮机 how=exit', '退出码 3', 'exit code'],
])('tells with which code a program ended in the language of the request: %s', async (input, told, other) => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  await ended(app, runIdOf(await app.run({ input })));
  const [completion] = await app.collect();
  expect(completion?.result).toContain(`${told}\nit broke`);
  expect(completion?.result).not.toContain(other);
});

it('stores and starts nothing where no run directory can be made', async () => {
  const here = await project({ paths: { state: 'kept/state.db' } });
  await dropProbe(here);
  const app = await library(here);
  await writeFile(join(here.dir, 'var'), 'a file where a folder should be');
  await expect(app.run({ input: probing('done') })).rejects.toMatchObject({ code: 'RUN_DIRECTORY', exitCode: 2 });
  expect(starts(here)).toEqual([]);
  await expect(app.show('default')).rejects.toMatchObject({ code: 'ENVIRONMENT_UNKNOWN' });
});

it('opens the store anew after it could not be opened', async () => {
  const here = await project();
  await writeFile(join(here.dir, 'var'), 'a file where a folder should be');
  const app = await library(here);
  await expect(app.run({ input: 'how is it going?' })).rejects.toMatchObject({ exitCode: 2 });
  await rm(join(here.dir, 'var'));
  expect(await app.run({ input: 'how is it going?' })).toMatchObject({ round_id: 1, task_status: 'done' });
});

it('leaves no round open when an error ends it, and the next one works', async () => {
  const here = await project({ runtime: { strict_skills: true } });
  await dropProbe(here);
  const bad = await drop(here, 'bad', 'description: Bad.\ncommand: 7');
  const app = await library(here);
  await expect(app.run({ input: probing('done') })).rejects.toMatchObject({ exitCode: 2 });
  const { environment } = await app.show('default');
  expect(environment.rounds[0]).toMatchObject({ round_id: 1, tasks: [{ task: { status: 'failed' } }] });
  expect(environment.rounds[0]?.reply).not.toBe('');
  await writeFile(
    join(bad, 'SKILL.md'),
    '---\nname: bad\ntask-type: bad\ndescription: Better.\ncommand: [true]\n---\n',
  );
  const next = await app.run({ input: 'how is it going?' });
  expect(next.reply).not.toContain('interrupted');
  const kept = await readdir(join(here.dir, 'var', 'runs'));
  expect(kept).toEqual([next.run_dir?.split('/').at(-1)]);
  expect(existsSync(join(next.run_dir ?? '', 'result.json'))).toBe(true);
});

it.each([
  ['nothing', ' \n ', /empty/],
  ['a NUL', 'run\0tests', /NUL character at position 3/],
  ['300 KB', 'x'.repeat(300 * 1024), /307200 bytes long; at most 262144/],
])('refuses %s as a request and stores nothing', async (_name, input, message) => {
  const here = await project();
  const app = await library(here);
  await expect(app.run({ input })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringMatching(message),
  });
  expect(existsSync(join(here.dir, 'var'))).toBe(false);
});

it.each(['../x', 'a b', '', 'x'.repeat(81), 'a/b', 'a\0b'])(
  'refuses %j as the name of an Environment',
  async (environment) => {
    const here = await project();
    const app = await library(here);
    await expect(app.run({ input: 'how is it going?', environment })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  },
);
