import { expect, it } from 'vitest';
import { command, json } from '../harness/command-line.js';
import { dropProbe, project } from '../harness/project.js';

const HAN = /\p{Script=Han}/u;

async function probed() {
  const here = await project();
  await dropProbe(here);
  return here;
}

it('goes on in the language of the question until the job has ended, where the answer has no words', async () => {
  const here = await probed();
  expect((await command(here, ['--input', '请探测涡轮机'])).stdout).toMatch(HAN);
  const { stdout } = await command(here, ['run', '--wait', '--input', 'how=passed']);
  expect(stdout).toMatch(/^probe.*已开始运行，任务号 \S+。/);
  expect(stdout).toMatch(/✓ probe（\S+）/);
});

it('answers a short Chinese answer to an English question in Chinese, and what follows it', async () => {
  const here = await probed();
  expect((await command(here, ['--input', 'probe the turbine'])).stdout).not.toMatch(HAN);
  expect(await json(here, ['--input', '算了'])).toMatchObject({ language: 'zh', reply: expect.stringMatching(HAN) });
  expect(await json(here, ['--input', '2026-11-28 18:00'])).toMatchObject({ language: 'zh' });
});

it('talks in one language through a conversation, whatever the locale', async () => {
  const here = await probed();
  const stdin = '请探测涡轮机\nhow=red\n';
  const { stdout } = await command(here, ['run', '--interactive'], { stdin, env: { LANG: 'en_US.UTF-8' } });
  expect(stdout).toContain('probe 需要参数 how');
  expect(stdout).toMatch(/probe.*已开始运行，任务号 job_/);
  expect(stdout).not.toMatch(/ runs | needs | is /);
});

it('speaks the language of --lang throughout', async () => {
  const here = await probed();
  const { stdout } = await command(here, ['--lang', 'zh', '--wait', '--input', 'probe the turbine how=passed']);
  expect(stdout).toMatch(/已开始运行.*✓ probe（/s);
});
