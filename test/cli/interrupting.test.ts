import { expect, it } from 'vitest';
import { command, json, start } from '../harness/command-line.js';
import { holds, letGo, library, runIdOf, starts } from '../harness/library.js';
import { onTerminal } from '../harness/on-terminal.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { until } from '../harness/until.js';

it('stops waiting at Ctrl-C with exit code 130; the job lives on', async () => {
  const here = await project();
  await dropProbe(here);
  const { child, ended } = start(here, ['run', '--wait', '--input', probing('hold')]);
  const [run_id = ''] = await until('the job is started', () => (starts(here).length > 0 ? starts(here) : null));
  await holds(here, run_id);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  expect(stderr).toContain(`Stopped waiting; ${run_id} goes on.`);
  expect(await json(here, ['status', run_id])).toMatchObject({ status: 'running', alive: true });
  await letGo(here, await library(here), run_id);
  expect(starts(here)).toEqual([run_id]);
});

it('prints the result so far with --json when it is interrupted', async () => {
  const here = await project();
  await dropProbe(here);
  const { child, ended } = start(here, ['run', '--json', '--wait', '--input', probing('hold')]);
  const [run_id = ''] = await until('the job is started', () => (starts(here).length > 0 ? starts(here) : null));
  await holds(here, run_id);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ run_id, task_status: 'running' });
  await command(here, ['cancel', run_id]);
});

it('stops following logs at Ctrl-C', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  const { child, ended } = start(here, ['logs', run_id, '--stream', 'stderr', '--follow']);
  let seen = '';
  child.stdout?.on('data', (text: string) => {
    seen += text;
  });
  await until('it follows', () => seen === 'holding\n');
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  await letGo(here, app, run_id);
});

it('holds a conversation through a pipe: answers, follows, and leaves at the end of the input', async () => {
  const here = await project();
  await dropProbe(here);
  const stdin = '探测涡轮机\n\nhow=passed\nhow is it going?\n';
  const { code, stdout, stderr } = await command(here, ['run', '--interactive', '--new'], { stdin });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Environment: env-[0-9a-f]{8}$/m);
  expect(stdout).toContain('probe runs now as job_');
  expect(stdout).toContain('probe 需要参数 how');
  expect(stderr).toContain('Bye. What runs goes on.');
  const app = await library(here);
  await until('everything has ended', async () => (await app.status()).length === 0);
  expect(starts(here)).toHaveLength(1);
});

it('tells an error and goes on talking', async () => {
  const here = await project();
  const { code, stdout, stderr } = await command(here, ['run', '--interactive'], {
    stdin: `${'x'.repeat(300 * 1024)}\nhow is it going?\n`,
  });
  expect(code).toBe(0);
  expect(stderr).toContain('at most 262144');
  expect(stdout).toBe('Nothing is running.\n');
});

it('talks on a terminal, tells there when a job ends, and closes at Ctrl-D', async () => {
  const here = await project();
  await dropProbe(here);
  const { type, sees, shown, code } = onTerminal(here);
  await sees('Say what you want done');
  type(`${probing('hold')}\r`);
  const [, run_id = ''] = await sees(/probe runs now as (job_\w+)\./);
  await holds(here, run_id);
  const app = await library(here);
  await letGo(here, app, run_id);
  await sees(/✓ probe \(job_\w+\) is done after [\d.]+ s\.\s+let go/);
  type('how is it going?\r');
  await sees('Nothing is running.');
  type('\u0004');
  await sees('Bye.');
  expect(await code).toBe(0);
  expect(await app.job(run_id)).toMatchObject({ reported: true });
  expect(shown().split('✓ probe').length).toBe(2);
});
