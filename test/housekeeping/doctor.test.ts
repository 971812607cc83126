import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doctor, type Examined, type Finding, node } from '../../src/housekeeping/doctor.js';
import { doctorWords } from '../../src/housekeeping/doctor-words.js';
import { PolicyFormatError } from '../../src/policy/action-file.js';
import { wire } from '../../src/wiring.js';
import { command, json, userEnv } from '../harness/command-line.js';
import { holds, letGo, library, runIdOf } from '../harness/library.js';
import { drop, dropProbe, probing, project, type TestProject } from '../harness/project.js';

function named(findings: readonly Finding[], check: string): Finding | undefined {
  return (
    findings.find((finding) => finding.check === check && finding.status !== 'ok') ??
    findings.find((one) => one.check === check)
  );
}

it('finds nothing to mend where everything is in order, and changes nothing', async () => {
  const here = await project({ projects: { shop: { path: '.' } } });
  const findings = await json<Finding[]>(here, ['doctor']);
  expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['node', 'config', 'state', 'disk', 'supervisor', 'packages', 'projects', 'model']),
  );
  expect(named(findings, 'model')).toMatchObject({
    status: 'note',
    fix: expect.stringContaining('export API_KEY_Qwen='),
  });
  expect(await json(here, ['environments', 'list'])).toEqual([]);
});

it.each(['en', 'zh'])('reads for people in %s', async (lang) => {
  const here = await project();
  const { code, stdout } = await command(here, ['doctor', '--lang', lang]);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^(✓|·|✗| {4}→) /);
  expect(stdout).toContain(lang === 'zh' ? '配置文件' : 'Configuration:');
});

it('exits with 2 and says for each problem what to do', async () => {
  const here = await project({
    paths: { state: 'taken/state.db' },
    projects: { gone: { path: 'no/such/folder' } },
  });
  await writeFile(join(here.dir, 'taken'), 'a file, no folder');
  await drop(here, 'broken', 'description: Broken.\ncommand: 7');
  await drop(here, 'foreign', 'description: Foreign.\nwhen_to_use: Never.\ncommand: [no-such-program-anywhere, x]');
  const { code, stdout } = await command(here, ['doctor', '--json']);
  expect(code).toBe(2);
  const findings = JSON.parse(stdout) as Finding[];
  for (const check of ['state', 'packages', 'interpreter', 'projects']) {
    expect(named(findings, check)).toMatchObject({ check, status: 'problem', fix: expect.stringMatching(/\w/) });
  }
  expect(named(findings, 'interpreter')?.detail).toContain('no-such-program-anywhere');
  expect(named(findings, 'packages')?.detail).toMatch(/broken\/SKILL\.md:\d+/);
  expect(named(findings, 'projects')?.detail).toContain('gone');
});

it('reports refused packages as a problem where they refuse to start', async () => {
  const here = await project({ runtime: { strict_skills: true } });
  await drop(here, 'broken', 'description: Broken.\ncommand: 7');
  const { code, stdout, stderr } = await command(here, ['doctor', '--json']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  expect(named(JSON.parse(stdout) as Finding[], 'packages')).toMatchObject({ status: 'problem' });
});

it('reports a store that is no database', async () => {
  const here = await project();
  await mkdir(join(here.dir, 'var'));
  await writeFile(
    join(here.dir, 'var', 'state.db'),
    'this is no database, and it is long enough to be looked at '.repeat(40),
  );
  const { code, stdout } = await command(here, ['doctor', '--json']);
  expect(code).toBe(2);
  expect(named(JSON.parse(stdout) as Finding[], 'state')).toMatchObject({ status: 'problem' });
});

it('notes jobs of which nothing is left running, and leaves them to others', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  const entry = await app.job(run_id);
  const track = (await app.show('default')).environment.rounds[0]?.tasks[0]?.track ?? [];
  process.kill(track.find(({ event }) => event === 'dispatch_pyskill')?.pid ?? 0, 'SIGKILL');
  process.kill(-(entry.kind === 'job' ? (entry.pid ?? 0) : 0), 'SIGKILL');
  const findings = await json<Finding[]>(here, ['doctor']);
  expect(named(findings, 'jobs')).toMatchObject({ status: 'note', fix: expect.stringContaining('collect') });
  expect(await app.collect()).toMatchObject([{ run_id, status: 'lost' }]);
  expect(named(await json<Finding[]>(here, ['doctor']), 'jobs')).toBeUndefined();
});

const LANGUAGES = ['en', 'zh'] as const;

it('finds a supervisor that is halted, and so does status: its job is not settled and keeps its slot', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: probing('hold') }));
  await holds(here, run_id);
  const track = (await app.show('default')).environment.rounds[0]?.tasks[0]?.track ?? [];
  const pid = track.find(({ event }) => event === 'dispatch_pyskill')?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  for (const language of LANGUAGES) {
    const { code, stdout } = await command(here, ['doctor', '--json', '--lang', language]);
    expect(code).toBe(2);
    const found = named(JSON.parse(stdout) as Finding[], 'jobs');
    expect(found).toMatchObject({ status: 'problem', detail: expect.stringContaining(run_id) });
    expect(found?.fix).toContain(`kill -CONT ${pid}`);
  }
  expect((await command(here, ['status'])).stdout).toContain(`running, supervisor ${pid} halted`);
  expect((await app.run({ input: 'how is it going?' })).reply).toContain(`kill -CONT ${pid}`);
  process.kill(pid, 'SIGCONT');
  await letGo(here, app, run_id);
});

it.each([
  ['18.20.4', 'problem'],
  ['20.18.3', 'problem'],
  ['20.19.0', 'ok'],
  ['26.1.0', 'ok'],
])('says of Node %s: %s', (version, status) => {
  for (const language of LANGUAGES) {
    const found = node(version, doctorWords(language));
    expect(found).toMatchObject({ check: 'node', status, detail: expect.stringContaining(version) });
    expect(found.fix === '').toBe(status === 'ok');
  }
});

/** The doctor with one thing of the machine as it is said here. */
async function examine(
  here: TestProject,
  changes: Partial<Examined>,
  language: 'en' | 'zh' = 'en',
): Promise<Finding[]> {
  const env = userEnv(here);
  const wiring = await wire({ cwd: here.dir, env, now: () => new Date() });
  try {
    const machine = { mounts: () => '', firstChoice: async () => [], policyNote: async () => null, ...changes };
    return await doctor({ ...wiring, ...machine }, env, language);
  } finally {
    await wiring.close();
  }
}

it('finds a store that would lie on a network file system before it is made', async () => {
  const here = await project();
  const mounts = () => `/dev/sda1 / ext4 rw 0 0\nfiler:/export ${here.dir} nfs4 rw 0 0\n`;
  for (const language of LANGUAGES) {
    const found = named(await examine(here, { mounts }, language), 'state');
    expect(found).toMatchObject({
      status: 'problem',
      detail: expect.stringContaining('nfs4'),
      fix: expect.stringContaining('paths.state'),
    });
  }
});

it('tells a store of a newer version, and leaves it alone', async () => {
  const here = await project();
  const { StoreNewerError } = await import('../../src/store/store-errors.js');
  const existingHouse = async () => {
    throw new StoreNewerError(join(here.dir, 'state.db'), 99, 1);
  };
  const found = named(await examine(here, { existingHouse }), 'state');
  expect(found).toMatchObject({ status: 'problem', fix: expect.stringContaining('npm i -g .') });
});

it('asks each target once, and says which does not answer within two seconds', async () => {
  let asked = 0;
  const answering = createServer((_request, response) => {
    asked += 1;
    response.writeHead(503).end();
  });
  const silent = createServer(() => {});
  for (const server of [answering, silent]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = (server: typeof silent): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const here = await project({
      projects: {
        up: { base_url: url(answering) },
        silent: { base_url: url(silent).replace('//', '//someone:secret@') },
        closed: { base_url: 'http://127.0.0.1:1' },
      },
    });
    const started = performance.now();
    const findings = (await json<Finding[]>(here, ['doctor'])).filter(({ check }) => check === 'target');
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(asked).toBe(1);
    expect(findings.map(({ status }) => status)).toEqual(['ok', 'note', 'note']);
    expect(findings[1]?.detail).toContain('no answer in 2 s');
    expect(findings[2]?.detail).toContain('ECONNREFUSED');
    expect(findings[2]?.fix).toContain('curl -I http://127.0.0.1:1/');
    expect(JSON.stringify(findings)).not.toContain('secret');
  } finally {
    for (const server of [answering, silent]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

it('finds a package that another always wins over, and an example that two packages claim', async () => {
  const here = await project();
  const rows = (...texts: string[]): string => texts.map((text) => `${JSON.stringify({ text })}\n`).join('');
  const turbine = ['probe the turbine', 'check the turbine', 'turbine probe please', 'look at the turbine now'];
  await drop(here, 'turbine', 'description: Probes the turbine.\nwhen_to_use: Turbine.\ncommand: [echo, fine]', {
    'examples.jsonl': rows(
      ...turbine,
      ...turbine.map((text) => `please ${text}`),
      ...turbine.map((text) => `now ${text}`),
    ),
  });
  await drop(here, 'shadow', 'description: Something else.\nwhen_to_use: Else.\ncommand: [echo, shadow]', {
    'examples.jsonl': rows(turbine[0] ?? '', turbine[1] ?? ''),
  });
  for (const language of LANGUAGES) {
    const { stdout, code } = await command(here, ['doctor', '--json', '--lang', language]);
    expect(code).toBe(2);
    const routing = (JSON.parse(stdout) as Finding[]).filter(({ check }) => check === 'routing');
    expect(routing.find(({ detail }) => detail.includes('probe the turbine'))).toMatchObject({
      status: 'problem',
      detail: expect.stringMatching(/shadow.*turbine/),
      fix: expect.stringContaining(join('shadow', 'examples.jsonl')),
    });
    expect(routing.find(({ fix }) => fix.includes('--explain'))).toMatchObject({
      detail: expect.stringMatching(/shadow.*2.*2.*turbine|shadow.*turbine/),
      fix: expect.stringContaining('environment-runtime route --explain --input'),
    });
  }
});

it('has nothing to say of routing where packages are what they should be', async () => {
  const here = await project();
  await dropProbe(here);
  const findings = await json<Finding[]>(here, ['doctor']);
  expect(findings.filter(({ check }) => check === 'routing')).toEqual([]);
});

it('finds what a package starts and cannot: a script without its bit, one that is missing, an interpreter', async () => {
  const here = await project({ projects: { svc: { path: 'svc' } } });
  await mkdir(join(here.dir, 'svc'));
  await writeFile(join(here.dir, 'svc', 'check.sh'), 'echo fine\n');
  const front = (name: string, launch: string): string => `description: ${name}.\nwhen_to_use: ${name}.\n${launch}`;
  await drop(here, 'plain', front('plain', 'command: [./check.sh]'));
  await drop(here, 'missing', front('missing', 'command: [./gone.sh]'));
  await drop(here, 'ruby', front('ruby', 'workflow: run.rb'), { 'run.rb': '#!/usr/bin/env no-such-ruby\n' });
  const { stdout } = await command(here, ['doctor', '--json']);
  const findings = (JSON.parse(stdout) as Finding[]).filter(
    ({ check, status }) => check === 'interpreter' && status === 'problem',
  );
  const fixes = findings.map(({ detail, fix }) => `${detail} ${fix}`).join('\n');
  expect(fixes).toContain(`chmod +x ${join(here.dir, 'svc', 'check.sh')}`);
  expect(fixes).toContain('gone.sh, which is not there');
  expect(fixes).toContain('no-such-ruby');
  await chmod(join(here.dir, 'svc', 'check.sh'), 0o755);
  const after = await command(here, ['doctor']);
  expect(after.stdout).not.toContain('chmod');
});

it('finds what a project names and is not there: the program of a command, a data set', async () => {
  const named_commands = { test_command: ['no-such-runner', 'x'], predictor_command: ['./gone.sh'] };
  const here = await project({ projects: { svc: { path: '.', dataset: 'gone.csv', ...named_commands } } });
  const problems = (await doctorOf(here)).filter(({ check, status }) => check === 'projects' && status === 'problem');
  expect(problems.map(({ detail }) => detail)).toEqual([
    'Project svc: test_command starts no-such-runner, which cannot be found.',
    'Project svc: predictor_command starts ./gone.sh, which cannot be found.',
    `Project svc: the dataset ${join(here.dir, 'gone.csv')} is no file.`,
  ]);
  expect(problems[0]?.fix).toContain('projects.svc.test_command');
  await writeFile(join(here.dir, 'gone.csv'), 'text,label\n');
  await writeFile(join(here.dir, 'gone.sh'), '#!/bin/sh\n', { mode: 0o755 });
  const left = (await doctorOf(here)).filter(({ check, status }) => check === 'projects' && status === 'problem');
  expect(left).toHaveLength(1);
});

async function doctorOf(here: TestProject): Promise<Finding[]> {
  return JSON.parse((await command(here, ['doctor', '--json'])).stdout) as Finding[];
}

it.each(['runs', 'jobs', 'states', 'logs', 'invocations', 'cache', 'policies', 'channels'])(
  'finds that %s cannot be written',
  async (folder) => {
    const here = await project();
    await mkdir(join(here.dir, 'var'));
    await writeFile(join(here.dir, 'var', folder), 'a file, no folder');
    for (const language of LANGUAGES) {
      const { code, stdout } = await command(here, ['doctor', '--json', '--lang', language]);
      const found = (JSON.parse(stdout) as Finding[]).filter(({ check }) => check === 'folders');
      const needed = !['cache', 'policies', 'channels'].includes(folder);
      expect(found).toMatchObject([{ status: needed ? 'problem' : 'note' }]);
      expect(found[0]?.detail).toContain(join(here.dir, 'var', folder));
      expect(code).toBe(needed ? 2 : 0);
    }
  },
);

it('looks at the folder of logs only where logs are saved, and at the folders above one that is not there', async () => {
  const here = await project({ runtime: { save_logs: false }, paths: { run_root: 'taken/deep/runs' } });
  await mkdir(join(here.dir, 'var'));
  await writeFile(join(here.dir, 'var', 'logs'), 'a file, no folder');
  expect(named(await doctorOf(here), 'folders')).toMatchObject({ status: 'ok' });
  await rm(join(here.dir, 'taken'), { recursive: true });
  await symlink('nowhere', join(here.dir, 'taken'));
  const found = (await doctorOf(here)).filter(({ check, status }) => check === 'folders' && status === 'problem');
  expect(found.length).toBeGreaterThan(1);
  for (const { fix } of found) expect(fix).toContain(join(here.dir, 'taken'));
});

const DAMAGED = new PolicyFormatError({ en: 'it is too short', zh: '文件太短' });

it.each([
  ['weights that came damaged', DAMAGED, ['policy']],
  ['a defect', new TypeError('out of luck'), ['policy', 'routing']],
])('tells everything else, too, where it meets %s', async (_what, error, checks) => {
  const here = await project();
  await dropProbe(here);
  const thrown = async () => {
    throw error;
  };
  for (const language of LANGUAGES) {
    const findings = await examine(here, { policyNote: thrown, firstChoice: thrown }, language);
    const problems = findings.filter((finding) => finding.status === 'problem');
    expect(problems.map(({ check }) => check).sort()).toEqual(checks);
    for (const { detail, fix } of problems) {
      expect(detail).toContain(error instanceof PolicyFormatError ? error.said[language] : error.message);
      expect(fix).not.toBe('');
    }
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['node', 'state', 'model', 'channels']));
  }
});
