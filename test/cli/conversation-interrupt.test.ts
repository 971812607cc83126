import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start } from '../harness/command-line.js';
import { holds, letGo, library } from '../harness/library.js';
import { onTerminal } from '../harness/on-terminal.js';
import { dropProbe, probing, project, put, type TestProject } from '../harness/project.js';
import { until } from '../harness/until.js';

const CTRL_C = '\u0003';

/** A sync skill whose whole tree stays until it is ended. */
async function dropKettle({ dir }: TestProject): Promise<void> {
  const texts = ['boil the kettle', 'please boil the kettle now', 'kettle: boil it', 'put the kettle on', '烧一壶水'];
  await put(join(dir, 'skills', 'executor', 'kettle'), {
    'SKILL.md': `---
name: kettle
description: Boil the kettle and say how it went. 烧水并报告结果。
when_to_use: Somebody wants the kettle on. 有人要烧水。
skill-mode: sync
workflow: boil.sh
---
`,
    'boil.sh': '#!/bin/sh\nsleep 1000 &\necho $! > "$ER_JOB_DIR/holds"\nwait\n',
    'examples.jsonl': texts.map((text) => `${JSON.stringify({ text })}\n`).join(''),
  });
}

/** The first open-ended request builds the index of skills. */
const WITH_INDEX_MS = 60_000;

/** The process that the skill has started, once it runs. */
async function boiling({ dir }: TestProject): Promise<number> {
  const runs = join(dir, 'var', 'runs');
  return await until(
    'the kettle boils',
    async () => {
      for (const name of await readdir(runs).catch(() => [])) {
        const file = join(runs, name, 'skill-1', 'holds');
        const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
        if (pid > 0) return pid;
      }
      return null;
    },
    WITH_INDEX_MS,
  );
}

const isGone = (pid: number) => until('the skill is gone', () => !existsSync(`/proc/${pid}`));

it('stops a sync skill at Ctrl-C and stays; what was typed meanwhile is kept, a job goes on, and two more leave', async () => {
  const here = await project();
  await dropProbe(here);
  await dropKettle(here);
  const { type, sees, code } = onTerminal(here);
  await sees('Say what you want done');
  type(`${probing('hold')}\r`);
  const [, run_id = ''] = await sees(/probe runs now as (job_\w+)\./);
  await holds(here, run_id);
  type('boil the kettle\r');
  const pid = await boiling(here);
  type(`how is${CTRL_C} it going?`);
  await sees('kettle failed: it was cancelled.');
  await isGone(pid);
  type('\r');
  await sees(`probe (${run_id}): running for`);
  type(CTRL_C);
  await sees('Ctrl-C once more leaves');
  type(CTRL_C);
  await sees('Bye.');
  expect(await code).toBe(0);
  await letGo(here, await library(here), run_id);
});

it('stops it at SIGINT without a terminal, and starts nothing of what follows', async () => {
  const here = await project();
  await dropProbe(here);
  await dropKettle(here);
  const stdin = `boil the kettle\n${probing('done')}\n`;
  const { child, ended } = start(here, ['run', '--interactive'], { stdin });
  const pid = await boiling(here);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  await isGone(pid);
  expect(await (await library(here)).status()).toEqual([]);
  expect(existsSync(join(here.dir, 'starts'))).toBe(false);
});
