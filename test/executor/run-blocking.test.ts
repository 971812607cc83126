import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BlockingOrder, runBlocking } from '../../src/executor/run-blocking.js';
import { until } from '../harness/until.js';
import { workspace } from '../harness/workspace.js';

const ROOM = { hidden_env: ['SECRET_KEY'], stop_grace_ms: 500 };
const NEVER = new AbortController().signal;

async function run(
  script: string,
  changes: Partial<BlockingOrder> = {},
  signal = NEVER,
): Promise<Awaited<ReturnType<typeof runBlocking>> & { directory: string }> {
  const directory = join(await workspace(), 'skill-1');
  const order: BlockingOrder = {
    argv: ['/bin/sh', '-c', script],
    cwd: 'job',
    package_dir: '/nowhere',
    directory,
    limits: { wall_ms: 20_000, idle_ms: 20_000, output_bytes: 2 ** 20 },
    input: { params: { word: '你好' } },
    query: 'needle',
    language: 'en',
    ...changes,
  };
  return { ...(await runBlocking(ROOM, order, signal)), directory };
}

function isGone(file: string): boolean {
  const pid = Number(readFileSync(file, 'utf8'));
  return !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z');
}

describe('a program that somebody waits for', () => {
  it('reads JSON on stdin, is told where it is, sees no secret, and its output is the result', async () => {
    process.env.SECRET_KEY = 'hidden';
    const { result, ...end } = await run('cat; echo; echo "$ER_JOB_DIR $ER_PACKAGE_DIR [$SECRET_KEY] $PWD"');
    delete process.env.SECRET_KEY;
    expect(end).toMatchObject({ job_status: 'succeeded', task_status: 'done', reason: null, verdict: null });
    const [input = '', , facts] = result.split('\n');
    expect(JSON.parse(input)).toMatchObject({
      params: { word: '你好' },
      attempt: 1,
      run_id: expect.stringMatching(/^skill_/),
    });
    expect(facts).toBe(`${end.directory} /nowhere [] ${end.directory}`);
  });

  it('may end with a result as a workflow does', async () => {
    const said = await run(`echo '{"task_status":"failed","task_result":"two are red","data":{"verdict":"failed"}}'`);
    expect(said).toMatchObject({
      task_status: 'failed',
      verdict: 'failed',
      reason: 'verdict_failed',
      result: 'two are red',
    });
  });

  it.each([
    ['exit 3', 'exit_code', 'exit code 3'],
    ['kill -KILL $$', 'signal', ''],
    ['exec /no/such/program', 'exit_code', ''],
  ])('fails as a job would: %s', async (script, reason, words) => {
    const end = await run(`echo went wrong >&2; ${script}`);
    expect(end).toMatchObject({ task_status: 'failed', reason, result: expect.stringContaining('went wrong') });
    expect(end.result).toContain(words);
  });

  it('that is none fails to launch', async () => {
    const end = await run('', { argv: ['/no/such/program'] });
    expect(end).toMatchObject({ task_status: 'failed', reason: 'launch_failed' });
    expect(end.result).toContain('/no/such/program does not exist');
  });

  it('shows head, hits and tail of 20 MB, and says where all of it is', async () => {
    const script =
      'echo first; yes filler | head -c 10000000; echo needle here; yes filler | head -c 10000000; echo; echo last';
    const { result, directory } = await run(script, {
      limits: { wall_ms: 60_000, idle_ms: 60_000, output_bytes: 2 ** 26 },
    });
    expect(result.length).toBeLessThan(16_000);
    expect(result).toMatch(/^first\n/);
    expect(result).toContain('needle here');
    expect(result).toContain('\nlast\n');
    expect(result).toContain(`bytes left out; all of it: ${join(directory, 'stdout')}`);
  });
});

describe('at a limit the whole tree is ended', () => {
  const FORK = 'sleep 300 & echo $! > child; setsid sleep 300 & echo $! > other; ';

  it.each([
    ['wall_limit', { wall_ms: 400, idle_ms: 20_000, output_bytes: 2 ** 20 }, 'wait'],
    ['idle_limit', { wall_ms: 20_000, idle_ms: 400, output_bytes: 2 ** 20 }, 'wait'],
    ['output_limit', { wall_ms: 20_000, idle_ms: 20_000, output_bytes: 100_000 }, 'yes'],
  ])('%s', async (reason, limits, rest) => {
    const end = await run(FORK + rest, { limits });
    expect(end).toMatchObject({ task_status: 'failed', reason });
    expect(['child', 'other'].map((name) => isGone(join(end.directory, name)))).toEqual([true, true]);
  });

  it('after a chance to clean up', async () => {
    const end = await run('trap "echo cleaned > done; exit 0" TERM; while :; do sleep 0.05; done', {
      limits: { wall_ms: 500, idle_ms: 20_000, output_bytes: 2 ** 20 },
    });
    expect(end.reason).toBe('wall_limit');
    expect(readFileSync(join(end.directory, 'done'), 'utf8')).toBe('cleaned\n');
  });

  it('when the wait is given up, as cancelled', async () => {
    const giving = new AbortController();
    const directory = join(await workspace(), 'skill-1');
    const ending = run(`${FORK}wait`, { directory }, giving.signal);
    await until(
      'it has forked',
      () => existsSync(join(directory, 'other')) && readFileSync(join(directory, 'other')).length > 0,
    );
    giving.abort();
    expect(await ending).toMatchObject({ task_status: 'cancelled', reason: 'cancelled' });
    expect(['child', 'other'].map((name) => isGone(join(directory, name)))).toEqual([true, true]);
  });

  it('also what it leaves behind when it ends by itself', async () => {
    const end = await run(`${FORK}echo ready`);
    expect(end).toMatchObject({ task_status: 'done', result: 'ready' });
    expect(['child', 'other'].map((name) => isGone(join(end.directory, name)))).toEqual([true, true]);
  });
});
