import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, json, start } from '../harness/command-line.js';
import { ended, jobFolder, library, runIdOf } from '../harness/library.js';
import { project, put, type TestProject } from '../harness/project.js';
import { until } from '../harness/until.js';
import { tasksOf } from './trajectory.js';

const EXAMPLES = [
  'boil the kettle',
  'please boil the kettle now',
  'is the kettle boiling',
  'kettle: boil it',
  'put the kettle on',
  '烧一壶水',
  '水壶烧开了吗',
  '把水壶烧上',
];

const SCRIPT = `#!/bin/sh
read -r input
echo "$ER_RUN_ID" >> "$ER_PACKAGE_DIR/../../../starts"
case "$1" in
  tell) printf '%s\\n' "$input" ;;
  exit) echo 'it broke' >&2; exit 3 ;;
  hold) echo $$ > "$ER_JOB_DIR/holds"; while [ ! -e "$ER_JOB_DIR/go" ]; do sleep 0.02; done; echo 'let go' ;;
  *) echo "boiled $1 litres" ;;
esac
`;

/** A skill under skills/executor/kettle/. */
async function dropKettle(
  { dir }: TestProject,
  mode = 'sync',
  limits = '{ wall_sec: 30, idle_sec: 30 }',
): Promise<void> {
  await put(join(dir, 'skills', 'executor', 'kettle'), {
    'SKILL.md': `---
name: kettle
description: Boil the kettle and say how it went. 烧水并报告结果。
when_to_use: Somebody wants the kettle on. 有人要烧水。
skill-mode: ${mode}
command: [./boil.sh, "{litres}"]
cwd: package
limits: ${limits}
---
`,
    'boil.sh': SCRIPT,
    'params.schema.json': JSON.stringify({
      type: 'object',
      properties: {
        litres: {
          type: 'string',
          enum: ['1', '2', 'tell', 'exit', 'hold'],
          description: 'how much',
          'x-extract': { pattern: '(\\d) litre' },
          'x-carry': true,
        },
      },
      required: ['litres'],
    }),
    'examples.jsonl': EXAMPLES.map((text) => `${JSON.stringify({ text })}\n`).join(''),
  });
}

async function withKettle(mode?: string, limits?: string): Promise<TestProject> {
  const here = await project();
  await dropKettle(here, mode, limits);
  return here;
}

/** The first open-ended request builds the index of skills. */
const WITH_INDEX_MS = 45_000;

/** The folder of the skill that holds now. */
async function holding({ dir }: TestProject): Promise<string> {
  const runs = join(dir, 'var', 'runs');
  return await until(
    'the skill holds',
    async () => {
      const names = await readdir(runs).catch(() => []);
      return names.map((name) => join(runs, name, 'skill-1')).find((folder) => existsSync(join(folder, 'holds')));
    },
    WITH_INDEX_MS,
  );
}

it('answers with a sync skill at once: its output is the result and the reply, and the track says why it was run', async () => {
  const here = await withKettle();
  const app = await library(here);
  const said = await app.run({ input: 'boil the kettle with 2 litres' });
  expect(said).toMatchObject({
    ...{ task_type: 'kettle', task_status: 'done', task_result: 'boiled 2 litres', reply: 'boiled 2 litres' },
    ...{ run_id: null, reason: null, verdict: null },
  });
  const [task] = await tasksOf(app);
  expect(task).toMatchObject({ type: 'kettle', status: 'done', params: { litres: '2' } });
  expect(task?.track).toMatchObject([
    { agent: 'controller', task_type: 'executor' },
    {
      agent: 'executor',
      event: 'execute',
      tool: 'kettle',
      reason: 'SKILL_CHOSEN',
      return: { nearest: [{ skill: 'kettle' }] },
    },
    { agent: 'skill', event: 'execute', tool: 'kettle', args: { litres: '2' } },
    { agent: 'skill', event: 'observe', args: { litres: '2' }, observation: 'boiled 2 litres', task_status: 'done' },
    { agent: 'reply', event: 'compose' },
  ]);
  expect(await app.status()).toEqual([]);
});

it('gives it what a workflow gets, and what is installed', async () => {
  const here = await withKettle();
  const app = await library(here);
  const { task_result } = await app.run({ input: 'boil the kettle litres=tell' });
  const input = JSON.parse(task_result) as { catalog: { name: string; kind: string; runs: boolean }[] };
  expect(input).toMatchObject({
    task: { type: 'kettle', content: expect.stringContaining('boil the kettle') },
    params: { litres: 'tell' },
    environment: { name: 'default', round_id: 1, task_id: 1 },
    language: 'en',
  });
  expect(input.catalog).toContainEqual(expect.objectContaining({ name: 'functest', kind: 'task_type', runs: true }));
  expect(input.catalog).toContainEqual(expect.objectContaining({ name: 'kettle', kind: 'skill', source: 'user' }));
});

it('asks for what is missing, takes the answer, and carries values over', async () => {
  const here = await withKettle();
  const app = await library(here);
  const asked = await app.run({ input: 'boil the kettle' });
  expect(asked).toMatchObject({
    task_type: 'kettle',
    task_status: 'needs_input',
    question: expect.stringContaining('litres'),
  });
  expect(await app.run({ input: '1' })).toMatchObject({
    task_type: 'kettle',
    reply: expect.stringContaining('boiled 1 litres'),
  });
  const again = await app.run({ input: 'put the kettle on' });
  expect(again.reply).toBe('boiled 1 litres\nlitres = 1, as in round 2.');
  expect((await tasksOf(app)).map(({ status }) => status)).toEqual(['done', 'done', 'done']);
});

it('tells a failure as it is, and does not run it again', async () => {
  const here = await withKettle();
  const ended = await command(here, ['run', '--input', 'boil the kettle litres=exit']);
  expect(ended).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^kettle failed: it ended with a non-zero exit code\.\nexit code 3\nit broke/),
  });
  expect(readFileSync(join(here.dir, 'starts'), 'utf8').trim().split('\n')).toHaveLength(1);
});

it('ends it at its limit and says so', async () => {
  const here = await withKettle('sync', '{ wall_sec: 0.5, idle_sec: 0.5 }');
  const said = await json<{ task_status: string; reason: string }>(here, [
    'run',
    '--input',
    'boil the kettle litres=hold',
  ]);
  expect(said).toMatchObject({ task_status: 'failed', reason: expect.stringMatching(/^(wall|idle)_limit$/) });
});

it('leaves the Environment to others while it runs', async () => {
  const here = await withKettle();
  const { ended: running } = start(here, ['run', '--input', 'boil the kettle litres=hold']);
  const folder = await holding(here);
  const app = await library(here);
  const meanwhile = await app.run({ input: 'how is it going?' });
  expect(meanwhile).toMatchObject({ round_id: 2, task_type: 'status', task_status: 'done' });
  expect(meanwhile.reply).toMatch(/^kettle \(round 1\): running for [\d.]+ s\.$/);
  await writeFile(join(folder, 'go'), '');
  expect(await running).toMatchObject({ code: 0, stdout: 'let go\n' });
  const tasks = await tasksOf(app);
  expect(tasks.map(({ type, status }) => [type, status])).toEqual([
    ['kettle', 'done'],
    ['status', 'done'],
  ]);
  expect((await app.run({ input: 'how is it going?' })).reply).toBe('Nothing is running.');
});

it('writes nothing where the Environment was deleted meanwhile', async () => {
  const here = await withKettle();
  const { ended: running } = start(here, ['run', '--input', 'boil the kettle litres=hold']);
  const folder = await holding(here);
  const app = await library(here);
  await app.environments.delete('default');
  await writeFile(join(folder, 'go'), '');
  expect(await running).toMatchObject({ code: 3, stderr: expect.stringContaining('nothing was written') });
  expect(await app.environments.list()).toEqual([]);
});

it('dies with the process that waits for it, and the next round says so once', async () => {
  const here = await withKettle();
  const { child, ended: running } = start(here, ['run', '--input', 'boil the kettle litres=hold']);
  const folder = await holding(here);
  const pid = Number(readFileSync(join(folder, 'holds'), 'utf8'));
  child.kill('SIGKILL');
  expect(await running).toMatchObject({ signal: 'SIGKILL' });
  await until('the skill is gone', () => !existsSync(`/proc/${pid}`));
  const app = await library(here);
  const { reply } = await app.run({ input: 'how is it going?' });
  expect(reply).toContain(
    'Round 1 was interrupted: the process that worked on it ended, and the skill it waited for with it;',
  );
  expect(reply).not.toContain('not affected');
  const [task] = await tasksOf(app);
  expect(task).toMatchObject({ type: 'kettle', status: 'failed', reason: 'INTERRUPTED' });
  expect(task?.result).toContain('the skill with it');
  expect((await app.run({ input: 'how is it going?' })).reply).not.toContain('interrupted');
});

it.each(['round.skill-stored', 'round.skill-ended'])('is not run twice, killed at %s', async (point) => {
  const here = await withKettle();
  const killed = await command(here, ['run', '--input', 'boil the kettle with 2 litres'], {
    env: { ER_FAULT_POINT: point },
  });
  expect(killed).toMatchObject({ signal: 'SIGKILL' });
  const app = await library(here);
  await app.run({ input: 'how is it going?' });
  expect((await tasksOf(app))[0]).toMatchObject({ type: 'kettle', status: 'failed', reason: 'INTERRUPTED' });
  const starts = existsSync(join(here.dir, 'starts'))
    ? readFileSync(join(here.dir, 'starts'), 'utf8').trim().split('\n')
    : [];
  expect(starts).toHaveLength(point === 'round.skill-stored' ? 0 : 1);
});

it('is stopped by Ctrl-C, with all of it', async () => {
  const here = await withKettle();
  const { child, ended: running } = start(here, ['run', '--input', 'boil the kettle litres=hold']);
  const folder = await holding(here);
  const pid = Number(readFileSync(join(folder, 'holds'), 'utf8'));
  child.kill('SIGINT');
  expect((await running).code).not.toBe(0);
  await until('the skill is gone', () => !existsSync(`/proc/${pid}`));
});

it('starts a process skill as a job of kind skill', async () => {
  const here = await withKettle('process');
  const app = await library(here);
  const started = await app.run({ input: 'boil the kettle with 2 litres' });
  expect(started).toMatchObject({ task_type: 'kettle', task_status: 'running' });
  const run_id = runIdOf(started);
  expect(await ended(app, run_id)).toBe('succeeded');
  expect(await app.job(run_id)).toMatchObject({ job_kind: 'skill', type: 'kettle' });
  expect(JSON.parse(readFileSync(join(jobFolder(here, run_id), 'input.json'), 'utf8'))).toMatchObject({
    catalog: expect.arrayContaining([expect.objectContaining({ name: 'kettle' })]),
  });
  expect((await app.run({ input: 'how is it going?' })).reply).toContain(`✓ kettle (${run_id}) is done`);
});

it('names the skills that came near where none is run, with the reason in the track', async () => {
  const here = await project();
  await put(join(here.dir, 'skills', 'executor', 'pdf-tools'), {
    'SKILL.md':
      '---\nname: pdf-tools\ndescription: Extract text and tables from PDF files. 从 PDF 提取文字和表格。\n---\n\nRead the file.\n',
  });
  const app = await library(here);
  const said = await app.run({ input: 'extract text and tables from this PDF' });
  expect(said).toMatchObject({ task_type: 'executor', task_status: 'failed', reason: 'MODEL_REQUIRED' });
  expect(said.reply).toContain('- pdf-tools (text for a model): Extract text and tables from PDF files.');
  const zh = await app.run({ input: '提取 PDF 里的文字和表格' });
  expect(zh.reply).toContain('- pdf-tools（供模型阅读的文字）：从 PDF 提取文字和表格。');
  const other = await app.run({ input: 'write a design document for the billing flow' });
  expect(other.reply).not.toContain('pdf-tools');
  const reasons = (await tasksOf(app)).map(({ track }) => track.find(({ agent }) => agent === 'executor')?.reason);
  expect(reasons).toEqual(['SKILL_NEEDS_MODEL', 'SKILL_NEEDS_MODEL', 'SKILL_NOT_CONFIDENT']);
});

it('asks nothing where the controller doubts and a skill is clearly meant', async () => {
  const here = await project({ runtime: { policy_threshold: 0.97 } });
  await dropKettle(here);
  const app = await library(here);
  const said = await app.run({ input: 'please boil the kettle now with 1 litre' });
  expect(said).toMatchObject({ task_type: 'kettle', task_status: 'done' });
  expect((await app.run({ input: 'kettles are made of what?' })).task_status).not.toBe('done');
});

it.each([
  ['who are you?', 'Hello. I pick and run', 'functest: Run a project'],
  ['你是谁，会做什么', '你好。我替你挑选并运行', 'functest：运行项目自己的'],
])('greets and guides without a model: %s', async (input, first, listed) => {
  const app = await library(await project());
  const { reply, task_type, token_usage } = await app.run({ input });
  expect(task_type).toBe('greeting_guide');
  expect(reply).toContain(first);
  expect(reply).toContain(listed);
  expect(token_usage.total_tokens).toBe(0);
});
