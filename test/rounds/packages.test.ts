import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, json } from '../harness/command-line.js';
import { library, runIdOf } from '../harness/library.js';
import { drop, project, put } from '../harness/project.js';

interface Finished {
  task_type: string;
  task_status: string;
  task_result: string;
  verdict: string | null;
  run_id: string;
  reply: string;
}

const PYTHON = `#!/usr/bin/env python3
import json, os, sys

request = json.load(sys.stdin)
job = os.environ["ER_JOB_DIR"]
with open(os.path.join(job, "events.jsonl"), "a") as events:
    for step in range(1, 4):
        events.write(json.dumps({"event": "progress", "done": step, "total": 3, "unit": "tables"}) + "\\n")
with open(os.path.join(job, "seen.json"), "w") as seen:
    json.dump({**request, "folder": os.getcwd(), "run_id_in_env": os.environ["ER_RUN_ID"]}, seen)
result = {
    "task_status": "done",
    "task_result": "已检查 3 张表 in " + request["params"]["database"],
    "data": {"verdict": "passed", "tables": 3},
}
with open(os.path.join(job, "result.json.tmp"), "w") as file:
    json.dump(result, file)
os.rename(os.path.join(job, "result.json.tmp"), os.path.join(job, "result.json"))
print("this line is no result")
`;

it('runs a Python workflow: JSON on stdin, progress, a result file', async () => {
  const here = await project({ projects: { depot: { path: 'depot', base_url: 'http://depot.test' } } });
  await mkdir(join(here.dir, 'depot'));
  await drop(
    here,
    'schema_audit',
    'description: Audit the tables of a database schema. 审计数据库的表结构。\nwhen_to_use: Somebody wants a schema audited.\nworkflow: audit.py',
    {
      'audit.py': PYTHON,
      'examples.jsonl': '{"text":"audit the database schema"}\n{"text":"审计一下数据库表结构","lang":"zh"}\n',
      'params.schema.json': JSON.stringify({
        type: 'object',
        properties: { database: { type: 'string', 'x-extract': { pattern: 'database (\\w+)' } } },
        required: ['database'],
      }),
    },
  );
  const result = await json<Finished>(here, ['run', '--wait', '--input', 'audit the schema of database orders']);
  expect(result).toMatchObject({
    task_type: 'schema_audit',
    task_status: 'done',
    verdict: 'passed',
    task_result: '已检查 3 张表 in orders',
  });
  const job = join(here.dir, 'var', 'jobs', result.run_id);
  expect(JSON.parse(await readFile(join(job, 'seen.json'), 'utf8'))).toMatchObject({
    run_id: result.run_id,
    run_id_in_env: result.run_id,
    attempt: 1,
    task: { type: 'schema_audit', content: expect.stringContaining('database orders') },
    params: { database: 'orders' },
    project: { name: 'depot', base_url: 'http://depot.test' },
    environment: { name: 'default', round_id: 1, task_id: 1 },
    language: 'en',
    folder: join(here.dir, 'depot'),
  });
  const [status, events] = await Promise.all([
    json<{ progress: { done: number; total: number } }>(here, ['status', result.run_id]),
    command(here, ['logs', result.run_id, '--stream', 'events']),
  ]);
  expect(status.progress).toMatchObject({ done: 3, total: 3, unit: 'tables' });
  expect(events.stdout.trim().split('\n')).toHaveLength(3);
});

it('runs a shell workflow that says its result in the last line of its output', async () => {
  const here = await project();
  await drop(
    here,
    'disk_check',
    'description: Check how full the disks are. 检查磁盘占用。\nwhen_to_use: Somebody asks for disk space.\nworkflow: check.sh\ncwd: package',
    {
      'check.sh':
        '#!/bin/sh\nread -r request\necho "looking at $(basename "$PWD")"\nprintf \'%s\\n\' \'{"task_status":"failed","task_result":"/data is 97 % full","data":{"verdict":"failed"}}\'\n',
      'examples.jsonl': '{"text":"check the disk space"}\n{"text":"检查磁盘空间","lang":"zh"}\n',
    },
  );
  const { code, stdout } = await command(here, ['run', '--wait', '--input', '检查磁盘空间']);
  expect(code).toBe(1);
  expect(stdout).toContain('✗ disk_check');
  expect(stdout).toContain('未通过');
  expect(stdout).toContain('/data is 97 % full');
});

it('puts an existing script behind plain words with nothing but a command line', async () => {
  const here = await project();
  await put(here.dir, {
    'scripts/check-backup.sh': '#!/bin/sh\necho "backup of $1 restored in $PWD"\n[ "$1" != 2026-02-30 ]\n',
  });
  await drop(
    here,
    'db_backup_check',
    `description: Verifies that last night's database backup can be restored.
when_to_use: Someone asks whether the backup is good, or wants it checked.
command: [./scripts/check-backup.sh, "{date}"]`,
    {
      'examples.jsonl': '{"text":"is last night\'s backup ok?"}\n{"text":"检查一下昨晚的数据库备份"}\n',
      'params.schema.json': JSON.stringify({
        type: 'object',
        properties: {
          date: { type: 'string', default: 'yesterday', 'x-extract': { pattern: '\\d{4}-\\d\\d-\\d\\d' } },
        },
      }),
    },
  );
  const app = await library(here);
  const usual = await app.watch(runIdOf(await app.run({ input: "is last night's backup ok?" })));
  expect(usual?.completion).toMatchObject({
    task_type: 'db_backup_check',
    status: 'done',
    result: `backup of yesterday restored in ${here.dir}`,
  });
  const dated = await app.watch(runIdOf(await app.run({ input: "is last night's backup of 2026-02-30 ok?" })));
  expect(dated?.completion).toMatchObject({ status: 'failed', reason: 'exit_code' });
  expect(dated?.completion.result).toContain('backup of 2026-02-30 restored');
});

it('sees a package that is dropped while a library is open', async () => {
  const here = await project();
  const app = await library(here);
  await app.run({ input: 'how is it going?' });
  await drop(
    here,
    'ring',
    'description: Ring the bell.\nwhen_to_use: The bell is to be rung.\ncommand: [echo, ding]\ncwd: job',
    {
      'examples.jsonl': '{"text":"ring the bell"}\n{"text":"please ring the bell now"}\n',
    },
  );
  const { task_type, run_id } = await app.run({ input: 'ring the bell' });
  expect(task_type).toBe('ring');
  expect((await app.watch(run_id ?? ''))?.completion.result).toBe('ding');
});

it('never passes a value of the request to a shell', async () => {
  const here = await project();
  await drop(
    here,
    'say',
    'description: Say a word aloud.\nwhen_to_use: A word is to be said.\ncommand: [echo, "{word}"]\ncwd: job',
    {
      'examples.jsonl': '{"text":"say the word"}\n{"text":"say it aloud"}\n',
      'params.schema.json': JSON.stringify({
        type: 'object',
        properties: { word: { type: 'string' } },
        required: ['word'],
      }),
    },
  );
  const app = await library(here);
  const word = '$(touch pwned); `touch pwned` && touch pwned | cat > pwned';
  const round = await app.run({ input: `say the word="${word}"` });
  expect((await app.watch(runIdOf(round)))?.completion.result).toBe(word);
  const option = await app.run({ input: 'say the word=--help' });
  expect(option).toMatchObject({ task_status: 'failed', reason: expect.stringMatching(/ARGUMENT/) });
});
