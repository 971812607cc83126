import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { App } from '../../src/index.js';
import { ended, runIdOf, shipped } from '../harness/library.js';
import { drop, project, type TestProject } from '../harness/project.js';

/** Three checks of a team's own, each said in both languages. */
const CHECKS = {
  disk_check: {
    about: 'Check how full the disks are. 检查磁盘空间还剩多少。',
    examples: ['check the disk space', 'is the disk full', '检查一下磁盘空间', '磁盘还够用吗'],
  },
  link_check: {
    about: 'Check the links of the documentation for dead ones. 检查文档里的死链。',
    examples: ['check the links', 'are there dead links in the docs', '检查死链', '跑一下链接检查'],
  },
  db_backup_check: {
    about: 'Check that the nightly database backup can be restored. 检查数据库备份能否恢复。',
    examples: ['check the database backup', 'verify the backup', '检查数据库备份', '验证一下备份'],
  },
} as const;

/** Ends as the files in the project's folder say: `hold` holds it up, `red` fails it. */
const SCRIPT = `while [ -e hold ]; do sleep 0.02; done
[ -e red ] && { echo "$1 broke"; exit 3; }
echo "$1 fine"
`;

async function checks() {
  const here = await project();
  for (const [name, { about, examples }] of Object.entries(CHECKS)) {
    await drop(here, name, `description: ${about}\ncommand: [/bin/sh, check.sh, ${name}]\ncwd: project`, {
      'examples.jsonl': examples.map((text) => `${JSON.stringify({ text })}\n`).join(''),
    });
  }
  await writeFile(join(here.dir, 'check.sh'), SCRIPT);
  return { here, app: await shipped(here) };
}

async function ran(app: App, input: string): Promise<string> {
  const run_id = runIdOf(await app.run({ input }));
  await ended(app, run_id);
  await app.collect();
  return run_id;
}

/** With a file in the project's folder while `work` goes on. */
async function during<T>({ dir }: TestProject, file: string, work: () => Promise<T>): Promise<T> {
  await writeFile(join(dir, file), '');
  try {
    return await work();
  } finally {
    await rm(join(dir, file), { force: true });
  }
}

it('answers about the work that a question names, in its own words or its type, else about the newest', async () => {
  const { app } = await checks();
  const first = await ran(app, 'check the disk space');
  const disk = await ran(app, 'check the disk space');
  const links = await ran(app, 'check the links');
  await app.run({ input: 'how is it going?' });
  for (const [question, run_id] of [
    ['how did the disk check go?', disk],
    ['how does the disk compare with last time?', disk],
    ['磁盘和上次比怎么样', disk],
    ['磁盘检查怎么样了', disk],
    ['how did disk_check go?', disk],
    ['how did the link check go?', links],
    ['any news on the links?', links],
    ['死链检查跑完了吗', links],
    ['how is it going?', links],
    ['did it pass?', links],
    ['现在怎么样了', links],
    ['跑完了吗', links],
  ] as const) {
    const answer = await app.run({ input: question });
    expect(answer, question).toMatchObject({ task_type: 'status', run_id: null });
    expect(answer.reply, question).toContain(run_id);
    expect(answer.reply, question).not.toContain(run_id === disk ? links : disk);
  }
  expect((await app.run({ input: 'how does the disk compare with last time?' })).reply).toContain(
    `Compared with ${first}, the one before`,
  );
  expect((await app.run({ input: '磁盘和上次比怎么样' })).reply).toContain(`与 ${first}（上一次`);
  const both = await app.run({ input: 'did the disk check and the link check pass?' });
  for (const run_id of [disk, links]) expect(both.reply).toContain(run_id);
});

it.each([
  ['how did the backup check go?', 'This Environment has no run of db_backup_check.\nNothing is running.\nlink_check'],
  ['备份验证的结果如何', '这个 Environment 里没有 db_backup_check 的运行记录。\n当前没有正在运行的任务。\nlink_check'],
  ['db_backup_check 怎么样了', '这个 Environment 里没有 db_backup_check 的运行记录。'],
])('says so where what is named has not run here: %s', async (question, told) => {
  const { app } = await checks();
  await ran(app, 'check the links');
  await app.run({ input: 'how is it going?' });
  const { reply } = await app.run({ input: question });
  expect(reply.startsWith(told), reply).toBe(true);
});

it.each([
  ['how did the link check go?', 'how is the disk check going?'],
  ['死链检查怎么样了', '磁盘检查进展如何'],
])('tells what has ended from what runs: %s', async (links, disk) => {
  const { here, app } = await checks();
  const over = await ran(app, 'check the links');
  await app.run({ input: 'how is it going?' });
  const live = await during(here, 'hold', async () => {
    const run_id = runIdOf(await app.run({ input: 'check the disk space' }));
    const about = [(await app.run({ input: links })).reply, (await app.run({ input: disk })).reply];
    expect(about).toEqual([expect.stringContaining(over), expect.stringContaining(run_id)]);
    expect(about[0]).not.toContain(run_id);
    expect(about[1]).not.toContain(over);
    return run_id;
  });
  await ended(app, live);
});

it.each([['why did the link check fail?'], ['链接检查为什么失败了']])(
  'tells of the failure of what is named, not of the last one: %s',
  async (question) => {
    const { here, app } = await checks();
    const links = await during(here, 'red', () => ran(app, 'check the links'));
    const disk = await during(here, 'red', () => ran(app, 'check the disk space'));
    await app.run({ input: 'how is it going?' });
    const { reply } = await app.run({ input: question });
    expect(reply).toContain(links);
    expect(reply).not.toContain(disk);
  },
);
