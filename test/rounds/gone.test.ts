import { rm } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { type App, createApp } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { ended, runIdOf } from '../harness/library.js';
import { drop, project } from '../harness/project.js';

const open: App[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const AGAIN = [
  ['run it again', 'bake_docs is no longer installed (it ran in round 1), so nothing was started.'],
  ['再来一次', 'bake_docs 已不再安装（第 1 轮运行过），所以什么也没有启动。'],
  ['run bake_docs', 'bake_docs is no longer installed (it ran in round 1)'],
  ['bake docs', 'bake_docs is no longer installed (it ran in round 1)'],
] as const;

it('says that the package of the last work is gone where that is meant once more, however often, and starts nothing', async () => {
  const here = await project({ runtime: { policy_threshold: null } });
  const body =
    'description: Bakes the handbook. 生成手册。\nwhen_to_use: The handbook is wanted.\ncommand: [/bin/true]';
  const folder = await drop(here, 'bake_docs', body, { 'examples.jsonl': '{"text":"bake the handbook"}\n' });
  const app = await createApp({ cwd: here.dir, env: userEnv(here) });
  open.push(app);
  await ended(app, runIdOf(await app.run({ input: 'bake the handbook' })));
  await rm(folder, { recursive: true });
  for (const [input, told] of AGAIN) {
    const round = await app.run({ input });
    expect(round, input).toMatchObject({
      task_type: 'bake_docs',
      task_status: 'failed',
      reason: 'NOT_INSTALLED',
      run_id: null,
    });
    expect(round.reply).toContain(told);
  }
  // What asks about it, or for something else, is answered as ever.
  expect(await app.run({ input: 'how did bake_docs go?' })).not.toMatchObject({ reason: 'NOT_INSTALLED' });
  const other = await app.run({ input: 'check the disk space of this machine' });
  expect(other).toMatchObject({ task_type: 'inspection' });
  await ended(app, runIdOf(other));
});
