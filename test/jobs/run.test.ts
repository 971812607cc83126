import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../src/jobs/outcome.js';
import type { JobOrder } from '../../src/jobs/room.js';
import { dispatch, ended, jobRoom, order, rowOf, type TestRoom, trackOf } from '../harness/job-room.js';
import { program } from '../harness/programs.js';

async function run(room: TestRoom, argv: string[], changes: Partial<JobOrder> = {}) {
  const run_id = await dispatch(room, argv, changes);
  const row = await ended(room, run_id);
  return { run_id, row, outcome: await readOutcome(room, row), directory: join(room.jobs_dir, run_id) };
}

const sh = (script: string) => ['/bin/sh', '-c', script];
const result = (json: string, code = 0) => ['/bin/sh', program('writes-result.sh'), json, String(code)];

describe('a job', () => {
  it('that knows nothing of this product works by its exit code and its output', async () => {
    const { row, outcome } = await run(await jobRoom(), sh('echo all good'));
    expect(row).toMatchObject({ status: 'succeeded', reason: null, exit_code: 0, verdict: null, due_at: null });
    expect(outcome).toMatchObject({ task_status: 'done', result: 'all good', data: null });
  });

  it('reads its input on stdin and finds its names in the environment', async () => {
    const room = await jobRoom({ hidden_env: ['SECRET_KEY'] });
    process.env.SECRET_KEY = 'hunter2';
    process.env.ER_FAULT_POINT = 'none';
    const { row, run_id, directory } = await run(room, sh('cat; env >"$ER_JOB_DIR/env"'));
    delete process.env.SECRET_KEY;
    delete process.env.ER_FAULT_POINT;
    expect(JSON.parse(readFileSync(join(directory, 'stdout'), 'utf8'))).toEqual({
      run_id,
      attempt: 1,
      idempotency_key: row.idempotency_key,
      task: { type: 'functest', content: 'Goal: test login\nLimits: none' },
      params: { suite: 'login' },
      project: null,
      environment: { name: 'default', round_id: 1, task_id: 0 },
      language: 'en',
    });
    const env = readFileSync(join(directory, 'env'), 'utf8').split('\n');
    for (const line of [
      `ER_RUN_ID=${run_id}`,
      'ER_ATTEMPT=1',
      `ER_IDEMPOTENCY_KEY=${row.idempotency_key}`,
      `ER_JOB_DIR=${directory}`,
      `ER_PACKAGE_DIR=${room.dir}`,
      'PYTHONIOENCODING=utf-8',
    ]) {
      expect(env).toContain(line);
    }
    expect(env.join('\n')).not.toMatch(/SECRET_KEY|hunter2|ER_FAULT_POINT|ER_SUPERVISOR/);
  });

  it('keeps the encoding its dispatcher chose for Python', async () => {
    const room = await jobRoom();
    process.env.PYTHONIOENCODING = 'gbk';
    const { outcome } = await run(room, sh('echo $PYTHONIOENCODING'));
    delete process.env.PYTHONIOENCODING;
    expect(outcome.result).toBe('gbk');
  });

  it('is on the track of its task: dispatched once, started once', async () => {
    const room = await jobRoom();
    const { run_id, row } = await run(room, sh('exit 0'));
    const track = await trackOf(room, run_id);
    expect(track.map((event) => event.event)).toEqual(['dispatch_pyskill', 'process_started']);
    expect(track[0]).toMatchObject({ run_id, pid: row.supervisor_pid });
    expect(track[1]).toMatchObject({ run_id, pid: row.pid });
  });

  it('is not believed where its result could not be exported and read again', async () => {
    const { row, outcome } = await run(
      await jobRoom(),
      result('{"task_status":"done","task_result":"fine","data":{"rows":[{"__proto__":{"admin":true}}]}}'),
    );
    expect(row).toMatchObject({ status: 'failed', reason: 'result_invalid' });
    expect(outcome.result).toContain('the result has a key "__proto__"');
  });

  it('ends, and says why, where its result is nested without end', async () => {
    const room = await jobRoom();
    const python = (body: string) => ['python3', '-c', `import os; deep = "[" * 90000 + "]" * 90000; ${body}`];
    const file = 'open(os.environ["ER_JOB_DIR"] + "/result.json", "w").write';
    for (const argv of [
      python(`${file}('{"task_status":"done","task_result":' + deep + '}')`),
      python(`${file}('{"task_status":"done","task_result":"red","data":{"verdict":"failed","x":' + deep + '}}')`),
      python(`print('{"task_status":' + deep + '}')`),
    ]) {
      const { row, outcome, directory } = await run(room, argv);
      expect(row).toMatchObject({ status: 'failed', reason: 'result_invalid' });
      expect(outcome.result).toContain('nested more than 64 levels deep');
      expect(readFileSync(join(directory, 'supervisor.log'), 'utf8')).toBe('');
    }
  });

  it('says what it found in result.json', async () => {
    const json = '{"task_status":"done","task_result":"42 passed","data":{"verdict":"passed","passed":42}}';
    const { row, outcome } = await run(await jobRoom(), result(json));
    expect(row).toMatchObject({ status: 'succeeded', verdict: 'passed' });
    expect(outcome).toMatchObject({ task_status: 'done', result: '42 passed', data: { passed: 42 } });
  });

  it('says what it found in the last JSON line of stdout', async () => {
    const script = `echo '{"task_status":"failed","task_result":"old"}'; echo '{"task_status":"done","task_result":"new"}'; echo '{"other":1}'; echo bye`;
    expect((await run(await jobRoom(), sh(script))).outcome).toMatchObject({ task_status: 'done', result: 'new' });
  });

  it('that ran well and found red tests has succeeded, its task has failed', async () => {
    const json = '{"task_status":"failed","task_result":"2 red","data":{"verdict":"failed"}}';
    const { row, outcome } = await run(await jobRoom(), result(json));
    expect(row).toMatchObject({ status: 'succeeded', verdict: 'failed', reason: 'verdict_failed' });
    expect(outcome).toMatchObject({ task_status: 'failed', result: '2 red' });
  });

  it('that says itself why it could not do its work is left its own words', async () => {
    const json = '{"task_status":"failed","task_result":"no test has that name","data":{"verdict":"error"}}';
    const { row, outcome } = await run(await jobRoom(), sh(`echo much output; echo '${json}'`));
    expect(row).toMatchObject({ status: 'failed', reason: 'workflow_error' });
    expect(outcome.result).toBe('no test has that name');
  });

  it('that says done and ends with 1 has failed, and its claim is noted', async () => {
    const { row, outcome } = await run(await jobRoom(), result('{"task_status":"done","task_result":"fine"}', 1));
    expect(row).toMatchObject({ status: 'failed', reason: 'exit_code', exit_code: 1 });
    expect(outcome.result).toContain('it had written a result (done) before');
  });

  it('that dies of a signal has failed', async () => {
    const { row } = await run(await jobRoom(), sh('kill -9 $$'));
    expect(row).toMatchObject({ status: 'failed', reason: 'signal', exit_code: 137, signal: 'SIGKILL' });
  });

  it('whose shim is killed is ended as a whole', async () => {
    const { row } = await run(await jobRoom(), sh('sleep 1000 & kill -9 $PPID; wait'));
    expect(row).toMatchObject({ status: 'failed', reason: 'signal', signal: 'SIGKILL', stop_confirmed: 1 });
  });

  it('works in the folder it was given', async () => {
    const room = await jobRoom();
    expect((await run(room, ['pwd'], { cwd: room.dir })).outcome.result).toBe(room.dir);
    const own = await run(room, ['pwd']);
    expect(own.outcome.result).toBe(own.directory);
  });

  it('joins nothing by itself: two orders are two runs', async () => {
    const room = await jobRoom();
    const first = await run(room, sh('true'));
    const second = await run(room, sh('true'));
    expect(first.run_id).not.toBe(second.run_id);
    expect(first.row.idempotency_key).not.toBe(second.row.idempotency_key);
  });
});

describe('a job that cannot be started', () => {
  it.each([
    ['a program that is not there', ['/no/such/program'], /does not exist/],
    ['a program that is not on PATH', ['no-such-program-anywhere'], /not a program on PATH/],
    ['an empty command', [], /empty/],
  ] as const)('says so: %s', async (_name, argv, words) => {
    const { row, outcome } = await run(await jobRoom(), [...argv]);
    expect(row).toMatchObject({ status: 'failed', reason: 'launch_failed', pid: null, started_at: null });
    expect(outcome.result).toMatch(words);
  });

  it('says so in the language of the request', async () => {
    const room = await jobRoom();
    const { input } = order(room, []);
    const { outcome } = await run(room, ['/no/such/program'], { input: { ...input, language: 'zh' } });
    expect(outcome.result).toContain('无法启动：/no/such/program 不存在或不可执行');
  });

  it('says so: a script whose interpreter is not there; not a script that ends with 127', async () => {
    const room = await jobRoom();
    await writeFile(join(room.dir, 'script'), '#!/no/such/interpreter\necho hi\n');
    await chmod(join(room.dir, 'script'), 0o755);
    expect((await run(room, [join(room.dir, 'script')])).row.reason).toBe('launch_failed');
    const { row } = await run(room, sh('no-such-command'));
    expect(row).toMatchObject({ status: 'failed', reason: 'exit_code', exit_code: 127 });
  });

  it('says so: a file without permission, a folder that is not there', async () => {
    const room = await jobRoom();
    await writeFile(join(room.dir, 'plain'), 'echo hi');
    await chmod(join(room.dir, 'plain'), 0o644);
    expect((await run(room, [join(room.dir, 'plain')])).row.reason).toBe('launch_failed');
    const { row, outcome } = await run(room, sh('touch ran'), { cwd: join(room.dir, 'gone') });
    expect(row.reason).toBe('launch_failed');
    expect(outcome.result).toContain('working directory');
  });
});

describe('a job with an odd result', () => {
  it.each([
    ['half a file', `printf '{"task_status":"do' >"$ER_JOB_DIR/result.json"`, 'not one whole JSON object'],
    ['an empty file', `: >"$ER_JOB_DIR/result.json"`, 'not one whole JSON object'],
    ['a list', `echo '[1]' >"$ER_JOB_DIR/result.json"`, 'not one whole JSON object'],
    ['an unknown status', `echo '{"task_status":"great"}' >"$ER_JOB_DIR/result.json"`, 'neither "done" nor "failed"'],
    ['no status', `echo '{}' >"$ER_JOB_DIR/result.json"`, 'task_status is missing'],
    [
      'a link',
      `echo '{"task_status":"done"}' >"$ER_JOB_DIR/other"; ln -s other "$ER_JOB_DIR/result.json"`,
      'not a regular file',
    ],
    ['a pipe', `mkfifo "$ER_JOB_DIR/result.json"`, 'not a regular file'],
    ['a folder', `mkdir "$ER_JOB_DIR/result.json"`, 'not a regular file'],
    ['a huge file', `head -c 30000000 /dev/zero >"$ER_JOB_DIR/result.json"`, 'more than the'],
  ])('has failed although it ended with 0: %s', async (_name, script, words) => {
    const { row, outcome } = await run(await jobRoom(), sh(script));
    expect(row).toMatchObject({ status: 'failed', reason: 'result_invalid', exit_code: 0, verdict: null });
    expect(outcome.result).toContain(words);
  });
});

describe('the output of a job', () => {
  it('in GBK is shown right and kept as it is', async () => {
    const bytes = '\\263\\311\\271\\246: \\322\\321\\326\\325\\326\\271\\n';
    const { outcome, directory } = await run(await jobRoom(), sh(`printf '${bytes}'`));
    expect(outcome.result).toBe('成功: 已终止');
    expect(readFileSync(join(directory, 'stdout')).toString('hex')).toBe('b3c9b9a63a20d2d1d6d5d6b90a');
  });

  it('of invalid bytes does not harm', async () => {
    const { row, outcome } = await run(await jobRoom(), sh(`printf 'a\\377\\377b\\n'; exit 2`));
    expect(row.status).toBe('failed');
    expect(outcome.result).toContain('a\ufffd\ufffdb');
  });

  it('of stderr is shown when it failed', async () => {
    expect((await run(await jobRoom(), sh('echo fine; echo broken >&2; exit 1'))).outcome.result).toBe(
      'exit code 1\nbroken\nfine',
    );
  });
});

describe('what a job leaves running', () => {
  it('is stopped at its end and put on record', async () => {
    const room = await jobRoom();
    const { run_id, row } = await run(room, ['/bin/sh', program('leaves-behind.sh')]);
    expect(row).toMatchObject({ status: 'succeeded', stop_confirmed: 1 });
    const stopped = (await trackOf(room, run_id)).find((event) => event.event === 'process_stopped');
    expect(stopped).toMatchObject({ reason: 'leftovers', return: { stopped: 2, confirmed: true } });
  });

  it('leaves no temporary file', async () => {
    const room = await jobRoom();
    const { directory } = await run(room, sh('true'));
    const { readdirSync } = await import('node:fs');
    expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(existsSync(join(directory, 'outcome.json'))).toBe(true);
  });
});

it('a job folder without command.json is a missing workspace', async () => {
  const room = await jobRoom();
  const { intend, order } = await import('../harness/job-room.js');
  const { rm } = await import('node:fs/promises');
  const { launch } = await import('../../src/jobs/launch.js');
  const run_id = await intend(room, order(room, ['true']));
  await rm(join(room.jobs_dir, run_id, 'command.json'));
  await mkdir(join(room.jobs_dir, run_id), { recursive: true });
  await launch(room, run_id);
  expect((await ended(room, run_id)).reason).toBe('workspace_missing');
  expect((await rowOf(room, run_id)).status).toBe('failed');
});
