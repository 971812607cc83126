import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.js';
import { init } from '../../src/housekeeping/init.js';
import { command, json } from '../harness/command-line.js';
import { put, type TestProject } from '../harness/project.js';
import { workspace } from '../harness/workspace.js';

/** A folder with a user's own files and nothing of ours. */
async function folder(name: string, files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const dir = join(await workspace(), name);
  const home = join(dirname(dir), 'home');
  await mkdir(dir);
  await mkdir(home);
  await put(dir, files);
  return { dir, home };
}

const GREEN = "import { test } from 'node:test';\ntest('adds', () => {});\n";

it.each([
  ['an npm project', { 'package.json': '{"name":"a","scripts":{"test":"node --test"}}' }, ['npm', 'test']],
  [
    "one whose test script is npm's own placeholder",
    { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    ['node', '--test'],
  ],
  [
    'one that only depends on something called test',
    { 'package.json': '{"dependencies":{"test":"1.0.0"}}' },
    ['node', '--test'],
  ],
  ['a package.json that is broken', { 'package.json': '{"scripts": {"test"' }, ['node', '--test']],
  ['a Python project', { 'pyproject.toml': '[project]\nname = "a"\n' }, ['python3', '-m', 'pytest']],
  ['Python tests without a project file', { 'tests/test_a.py': 'def test_a(): pass\n' }, ['python3', '-m', 'pytest']],
  ['a Go module', { 'go.mod': 'module a\n' }, ['go', 'test', './...']],
  ['a Rust crate', { 'Cargo.toml': '[package]\n' }, ['cargo', 'test']],
  ['a Makefile with tests', { Makefile: 'build:\n\ntest: build\n\ttrue\n' }, ['make', 'test']],
  ['a Makefile without', { Makefile: 'build:\n\ttrue\n' }, ['node', '--test']],
  ['an empty folder', {}, ['node', '--test']],
])('knows how %s is tested', async (_name, files, test_command) => {
  const { dir } = await folder('my-service', files as Record<string, string>);
  await init(dir);
  const { projects, default_project } = await loadConfig({ cwd: dir, env: {} });
  expect(default_project).toBe('my-service');
  expect(projects['my-service']).toMatchObject({ path: dir, test_command });
});

it.each(['服务', '2fast', 'with space', 'true', 'null'])(
  'writes a configuration that loads in a folder called %s',
  async (name) => {
    const { dir } = await folder(name);
    await init(dir);
    const { projects, default_project } = await loadConfig({ cwd: dir, env: {} });
    expect(projects[default_project ?? '']?.path).toBe(dir);
  },
);

it('never overwrites anything', async () => {
  const { dir } = await folder('a', { 'skills/controller/hello_check/SKILL.md': 'mine' });
  await init(dir);
  expect(await readFile(join(dir, 'skills/controller/hello_check/SKILL.md'), 'utf8')).toBe('mine');
  await expect(init(dir)).rejects.toMatchObject({ code: 'ALREADY_INITIALISED', exitCode: 2 });
});

it('makes the folder that is named', async () => {
  const here = await folder('a');
  const { files } = await json<{ files: string[] }>(here, ['init', 'deep/er']);
  expect(files[0]).toBe(join(here.dir, 'deep/er/configs/graph.yaml'));
});

it('says which files it wrote, and the example package then runs as it is', async () => {
  const here = await folder('fresh');
  const { code, stdout } = await command(here, ['init']);
  expect(code).toBe(0);
  expect(stdout).toContain(`Created ${join('configs', 'graph.yaml')}`);
  const check = await command(here, ['skills', 'check']);
  expect(check.stdout).not.toContain('error');
  expect(check.code).toBe(0);
  const ran = await json<Record<string, unknown>>(here, ['run', '--wait', '--input', 'hello check target=world']);
  expect(ran).toMatchObject({ task_type: 'hello_check', task_status: 'done' });
});

it('lets an npm project run its tests at once, and reports a red one as red', async () => {
  const here = await folder('service', {
    'package.json': '{"name":"service","type":"module","scripts":{"test":"node --test"}}',
    'test/a.test.js': `${GREEN}test('is red', () => { throw new Error('no'); });\n`,
  });
  await command(here, ['init']);
  const result = await json<Record<string, unknown>>(here, ['run', '--wait', '--input', 'run the functional tests']);
  expect(result).toMatchObject({ task_type: 'functest', task_status: 'failed', verdict: 'failed' });
  expect(result.task_result).toContain('is red');
});

it('says honestly of an empty folder that there are no tests', async () => {
  const here = await folder('empty');
  await command(here, ['init']);
  const { code, stdout } = await command(here, ['run', '--wait', '--input', 'run the functional tests']);
  expect(code).toBe(1);
  expect(stdout).toContain('✗ functest');
  expect(existsSync(join(here.dir, 'var', 'state.db'))).toBe(true);
  expect(basename(here.dir)).toBe('empty');
});
