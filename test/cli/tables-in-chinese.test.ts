import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, json } from '../harness/command-line.js';
import { holds, jobFolder, letGo, library, runIdOf } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { until } from '../harness/until.js';

it('says in Chinese how a job stands and what it counts, and leaves data as they are', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  const events = join(jobFolder(here, run_id), 'events.jsonl');
  await appendFile(events, '{"event":"progress","done":1,"total":4,"unit":"steps"}\n');
  const shown = await until('the progress is recorded', async () => {
    const { stdout } = await command(here, ['status', '--lang', 'zh']);
    return stdout.includes('1/4') ? stdout : null;
  });
  expect(shown).toMatch(/ 运行中, 存活 .*1\/4 步/);
  expect(shown).not.toMatch(/running|steps/);
  expect(await json(here, ['status', run_id, '--lang', 'zh'])).toMatchObject({
    status: 'running',
    progress: { unit: 'steps', text: '1/4 steps' },
  });
  await letGo(here, app, run_id);
  expect((await command(here, ['status', run_id, '--lang', 'zh'])).stdout).toMatch(/ 已完成 /);
});

it.each(['status', 'environments list', 'skills list', 'policy list', 'runtimes'])(
  '%s has Chinese headings',
  async (line) => {
    const here = await project();
    await command(here, ['--input', 'explain what this function does']);
    await command(here, ['--input', 'sort out the thing']);
    const { stdout } = await command(here, [...line.split(' '), '--lang', 'zh']);
    const [headings = ''] = stdout.split('\n');
    // What is typed as it is has no other name.
    expect(headings.replace(/\b(?:ID|CHANNEL|AGENT)\b/g, '')).not.toMatch(/[A-Za-z]/);
  },
);
