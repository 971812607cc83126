import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, json } from '../harness/command-line.js';
import { holds } from '../harness/library.js';
import { drop, dropProbe, probing, project, put, type TestProject } from '../harness/project.js';

interface Round {
  run_id: string;
  reply: string;
  round_id: number;
}

async function withProbe(): Promise<TestProject> {
  const here = await project();
  await dropProbe(here);
  return here;
}

it('shows one job and lists for people and for programs', async () => {
  const here = await withProbe();
  const { run_id } = await json<Round>(here, ['run', '--wait', '--input', probing('red'), '--environment', 'night']);
  const [table, one, job, environments, listed] = await Promise.all([
    command(here, ['status', run_id]),
    json<Record<string, unknown>>(here, ['status', run_id]),
    command(here, ['status', 'job_20200101_000000_abcdef']),
    command(here, ['environments', 'list']),
    json<Record<string, unknown>[]>(here, ['environments', 'list']),
  ]);
  expect(table.stdout).toMatch(/^RUN +TYPE +STATE +SINCE +PROGRESS +ENVIRONMENT\n/);
  expect(table.stdout).toMatch(new RegExp(`^${run_id} +probe +succeeded: failed, verdict_failed +\\d{4}-`, 'm'));
  expect(one).toMatchObject({ kind: 'job', run_id, environment: 'night', status: 'succeeded', verdict: 'failed' });
  expect(job).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no job') });
  expect(environments.stdout).toMatch(/^ENVIRONMENT +ROUNDS +RUNNING +UPDATED\nnight +1 +0 +\d{4}/);
  expect(listed).toEqual([{ name: 'night', rounds: 1, running: 0, updated_at: expect.any(String) }]);
});

it('shows a trajectory, a round with its decisions, and the trace', async () => {
  const here = await withProbe();
  await json(here, ['run', '--wait', '--input', probing('done')]);
  const [all, trace, round, decided, unknown, elsewhere] = await Promise.all([
    command(here, ['show']),
    command(here, ['show', '--trace']),
    command(here, ['show', '--round', '1']),
    json<{ round_id: number; decisions: unknown[] }>(here, ['show', '--round', '1']),
    command(here, ['show', '--round', '7']),
    command(here, ['show', '--environment', '../x']),
  ]);
  expect(all.stdout).toContain(probing('done'));
  expect(all.stdout).not.toContain('dispatch_pyskill');
  expect(trace.stdout).toContain('dispatch_pyskill');
  const [, why = ''] = round.stdout.split('\n\n');
  expect(why).toMatch(/^#1 .*\n +[\d.-]+ {2}probe\n +for: .+\n +against: /);
  expect(trace.stdout).toContain(why);
  expect((await command(here, ['show', '--trace', '--lang', 'zh'])).stdout).toMatch(/^#1 .*置信度.*\n.*\n +支持：.+/m);
  expect(round.stdout).toMatch(/#1 \w+ \w+ · confidence [\d.]+, threshold [\d.]+/);
  expect(decided).toMatchObject({ round_id: 1, decisions: [{ step: 1, action: { task_type: 'probe' } }] });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('has no round 7; its newest is 1') });
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining("no Environment '../x'") });
});

it('runs a round first where `show` is given a request, and prints one JSON value', async () => {
  const here = await withProbe();
  const shown = await json<{ cur_round: number }>(here, ['show', '--input', 'how is it going?']);
  expect(shown.cur_round).toBe(1);
});

it('prints what a job wrote, byte for byte and in parts', async () => {
  const here = await project();
  await drop(
    here,
    'speak',
    'description: Speak in tongues.\nwhen_to_use: Tongues are wanted.\ncommand: [./speak.sh]\ncwd: package',
    {
      'speak.sh': "#!/bin/sh\nprintf '\\033[31mred\\033[0m \\315\\312 0123456789'\nprintf 'to the side' >&2\n",
      'examples.jsonl': '{"text":"speak in tongues"}\n',
    },
  );
  const { run_id, reply } = await json<Round>(here, ['run', '--wait', '--input', 'speak in tongues']);
  expect(reply).toContain(run_id);
  const [all, part, side, bad] = await Promise.all([
    command(here, ['logs', run_id]),
    command(here, ['logs', run_id, '--range', '5:8']),
    command(here, ['logs', run_id, '--stream', 'stderr', '--follow']),
    command(here, ['logs', run_id, '--range', 'x']),
  ]);
  expect(all.stdout.startsWith('\u001b[31mred\u001b[0m ')).toBe(true);
  expect(part.stdout).toBe('red');
  expect(side.stdout).toBe('to the side');
  expect(bad.code).toBe(2);
  // What goes to a terminal is shown, not obeyed.
  const { stdout } = await command(here, ['show']);
  expect(stdout).not.toContain('\u001b');
  expect(stdout).toContain('red');
});

it('ends quietly when nobody reads on', async () => {
  const here = await withProbe();
  await command(here, ['run', '--input', 'how is it going?']);
  const script = `"${process.execPath}" "${join(process.cwd(), 'bin/environment-runtime.js')}" show --json | head -c 1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
  const { execFile } = await import('node:child_process');
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd: here.dir }, (error, out, err) =>
      error ? reject(error) : resolve({ stdout: out, stderr: err }),
    );
  });
  expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
});

it('carries an Environment out and in again, whole, and deletes it', async () => {
  const here = await withProbe();
  for (const input of [probing('done'), 'how is it going?']) await json(here, ['run', '--wait', '--input', input]);
  const out = await json<Record<string, unknown>>(here, ['environments', 'export', 'kept.json']);
  expect(out).toEqual({
    environment: 'default',
    file: join(here.dir, 'kept.json'),
    archive: null,
    rounds: 2,
    archived: 0,
  });
  const back = await command(here, ['environments', 'import', 'kept.json', '--environment', 'copy']);
  expect(back).toMatchObject({ code: 0, stdout: 'Environment copy now holds 2 rounds.\n' });
  const [one, other] = await Promise.all([
    json<Record<string, unknown>>(here, ['show']),
    json<Record<string, unknown>>(here, ['show', '--environment', 'copy']),
  ]);
  expect(other.rounds).toEqual(one.rounds);
  const again = await command(here, ['environments', 'import', 'kept.json', '--environment', 'copy']);
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect((await command(here, ['run', '--input', 'how is it going?', '--environment', 'copy'])).code).toBe(0);

  const deleted = await command(here, ['environments', 'delete', '--environment', 'copy']);
  expect(deleted).toMatchObject({ code: 0, stdout: 'Environment copy is deleted.\n' });
  expect(await command(here, ['environments', 'delete', '--environment', 'copy'])).toMatchObject({ code: 2 });
  expect(await json(here, ['environments', 'list'])).toMatchObject([{ name: 'default' }]);
});

it('refuses to write where it cannot and to read what is no Environment, and changes nothing', async () => {
  const here = await withProbe();
  await command(here, ['run', '--input', 'how is it going?']);
  await put(here.dir, { 'torn.json': '{"rounds": [', 'wrong.json': '{"rounds": 7}' });
  const [nowhere, torn, wrong] = await Promise.all([
    command(here, ['environments', 'export', 'no/such/folder/x.json']),
    command(here, ['environments', 'import', 'torn.json', '--environment', 'a']),
    command(here, ['environments', 'import', 'wrong.json', '--environment', 'b']),
  ]);
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Cannot write') });
  expect(torn).toMatchObject({ code: 2, stderr: expect.stringContaining('torn.json') });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('rounds') });
  expect(await json(here, ['environments', 'list'])).toMatchObject([{ name: 'default' }]);
  expect((await readdir(here.dir)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('does not delete an Environment in which something runs', async () => {
  const here = await withProbe();
  const { run_id } = await json<Round>(here, ['run', '--input', probing('hold')]);
  await holds(here, run_id);
  const refused = await command(here, ['environments', 'delete', '--environment', 'default']);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining(run_id) });
  const stopped = await json<Record<string, unknown>>(here, ['cancel', run_id]);
  expect(stopped).toEqual({ run_id, status: 'cancelled', confirmed: true, forced: false, was: 'live' });
  const again = await command(here, ['cancel', run_id]);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('had already ended') });
  expect((await command(here, ['environments', 'delete', '--environment', 'default'])).code).toBe(0);
  expect(existsSync(join(here.dir, 'var', 'jobs', run_id))).toBe(false);
});

it('prunes what is finished, reported and old enough, and nothing else', async () => {
  const here = await withProbe();
  const told = await json<Round>(here, ['run', '--wait', '--input', probing('done')]);
  const untold = await json<Round>(here, ['run', '--input', probing('passed'), '--environment', 'other']);
  await command(here, ['logs', untold.run_id, '--follow']);
  expect(await json(here, ['prune', '--older-than', '1h'])).toEqual({ jobs: [], runs: [] });
  const runs = join(here.dir, 'var', 'runs');
  const [oldest = ''] = (await readdir(runs)).sort();
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(join(runs, oldest), yesterday, yesterday);
  await mkdir(join(runs, 'mine'));
  await utimes(join(runs, 'mine'), yesterday, yesterday);
  expect(await json(here, ['prune', '--older-than', '1h'])).toEqual({ jobs: [], runs: [oldest] });
  expect(await json(here, ['prune', '--older-than', '0s'])).toMatchObject({ jobs: [told.run_id] });
  const gone = await command(here, ['logs', told.run_id ?? '']);
  expect(gone).toMatchObject({ code: 1, stdout: '' });
  expect(gone.stderr).toContain(`The files of ${told.run_id} are no longer there`);
  expect(existsSync(join(here.dir, 'var', 'jobs', untold.run_id))).toBe(true);
  expect(existsSync(join(runs, 'mine'))).toBe(true);
});

it('decides without doing: one request, or a file of them', async () => {
  const here = await withProbe();
  await put(here.dir, {
    'batch.jsonl': '\ufeff{"id":"a","text":"probe the turbine"}\n\n{"text":"现在怎么样了"}\n',
    'bad.jsonl': '{"text":"x"}\nnot json\n',
  });
  const [one, batch, bad, missing, people] = await Promise.all([
    json<Record<string, unknown>>(here, ['route', '--input', 'probe the turbine']),
    command(here, ['route', '--batch', 'batch.jsonl', '--json']),
    command(here, ['route', '--batch', 'bad.jsonl']),
    command(here, ['route', '--batch', 'missing.jsonl']),
    command(here, ['route', '--input', 'probe the turbine', '--explain']),
  ]);
  expect((await json<{ action: unknown }>(here, ['route', 'probe the turbine'])).action).toEqual(one.action);
  expect(one).toMatchObject({
    action: { action_kind: 'generate_task', task_type: 'probe' },
    confidence: expect.any(Number),
    threshold: expect.any(Number),
    candidates: expect.arrayContaining([expect.objectContaining({ task_type: 'probe' })]),
    policy: expect.any(String),
    ms: expect.any(Number),
  });
  const lines = batch.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { id: 'a', action: { task_type: 'probe' } },
    { id: 2, action: { task_type: 'status' } },
  ]);
  expect(bad).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('bad.jsonl:2') });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('missing.jsonl does not exist') });
  expect(people.stdout).toMatch(/^→ probe {2}\(confidence/);
  expect(existsSync(join(here.dir, 'var', 'state.db'))).toBe(false);
});

it('lists, checks and starts packages', async () => {
  const here = await withProbe();
  const made = await json<{ files: string[] }>(here, ['skills', 'new', 'disk_check', '--kind', 'workflow-sh']);
  expect(made.files.map((file) => file.split('/').at(-1))).toContain('SKILL.md');
  await drop(here, 'broken', 'description: Broken.\ncommand: 7');
  const [list, rows, check] = await Promise.all([
    command(here, ['skills', 'list']),
    json<{ name: string }[]>(here, ['skills', 'list']),
    command(here, ['skills', 'check']),
  ]);
  expect(list.stdout).toMatch(/^NAME +TYPE +FROM +RUNS +EXAMPLES +DESCRIPTION\n/);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['functest', 'status', 'probe', 'disk_check']));
  expect(list.stderr).toContain('broken');
  expect(check.code).toBe(1);
  expect(check.stdout).toMatch(/skills\/controller\/broken\/SKILL\.md:\d+: error: /);
  expect((await command(here, ['skills', 'new', 'disk_check'])).code).toBe(2);
});

it('writes one line of JSON and nothing else on stdout', async () => {
  const here = await withProbe();
  const { stdout } = await command(here, ['run', '--json', '--wait', '--input', probing('done')]);
  expect(stdout.endsWith('}\n')).toBe(true);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const { run_dir } = JSON.parse(stdout) as { run_dir: string };
  expect(JSON.parse(await readFile(join(run_dir, 'result.json'), 'utf8'))).toMatchObject({ task_status: 'running' });
});
