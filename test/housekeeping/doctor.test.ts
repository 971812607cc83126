import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../../src/housekeeping/doctor.js';
import { command, json } from '../harness/command-line.js';
import { holds, library, runIdOf } from '../harness/library.js';
import { drop, dropProbe, probing, project } from '../harness/project.js';

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
