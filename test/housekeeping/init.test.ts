import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.js';
import { type InitAnswers, planInit, init as write } from '../../src/housekeeping/init.js';
import { command, json, userEnv } from '../harness/command-line.js';
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

const BIN = fileURLToPath(new URL('../../bin/environment-runtime.js', import.meta.url));
const TERMINAL = fileURLToPath(new URL('../harness/terminal.py', import.meta.url));
const BUNDLED = fileURLToPath(new URL('../../skills', import.meta.url));

async function init(dir: string, answers: InitAnswers = {}) {
  return await write(await planInit(dir, answers, { language: 'en', bundled: BUNDLED }));
}

/** A script that leaves a mark where it ran, so that it is known how often and where. */
const MARKING = '#!/bin/sh\npwd >> ran\necho "backup restored"\n';

interface Made {
  files: string[];
  name: string;
  command: string[] | null;
  sentences: string[];
  project: string;
  proof: { input: string; routed_to: string | null; confidence: number; round: Record<string, unknown> | null };
}

const GREEN = "import { test } from 'node:test';\ntest('adds', () => {});\n";

it('keeps the output of jobs out of git, and leaves a folder alone that is there', async () => {
  const fresh = await folder('fresh');
  await init(fresh.dir);
  expect(await readFile(join(fresh.dir, 'var', '.gitignore'), 'utf8')).toMatch(/^\*$/m);
  const own = await folder('own', { 'var/mine.txt': 'x' });
  await init(own.dir);
  expect(await readdir(join(own.dir, 'var'))).toEqual(['mine.txt']);
});

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

describe('the command that is put behind plain words', () => {
  it('is found, named, routed to and run once, and the outcome is told', async () => {
    const here = await folder('shop', {
      'package.json': '{"scripts":{"test":"node --test"}}',
      'test/a.test.mjs': GREEN,
    });
    const { code, stdout } = await command(here, ['init']);
    expect(code).toBe(0);
    expect(stdout).toContain('Created skills/controller/shop_check/SKILL.md');
    expect(stdout).toMatch(/› run the shop checks\n→ shop_check {2}\(confidence [01]\.\d+/);
    expect(stdout).toMatch(/✓ shop_check \(job_\S+\) is done after/);
    expect(stdout).toContain('environment-runtime run --input "how did it go?"');
    const told = await command(here, ['run', '--input', 'how did it go?']);
    expect(told.stdout).toContain('shop_check');
  });

  it('can be given with its words, and runs in the project with its arguments as they stand', async () => {
    const here = await folder('ops', { 'db/check-backup.sh': `${MARKING}printf '<%s>' "$@"\n` });
    const made = await json<Made>(here, [
      'init',
      '--command',
      `./check-backup.sh --day 'last night' "{date}" a\\ b`,
      '--say',
      "is last night's backup ok?",
      '--say',
      '昨晚的备份好不好？',
      '--project',
      'db',
      '--yes',
    ]);
    expect(made).toMatchObject({
      name: 'check_backup',
      command: ['./check-backup.sh', '--day', 'last night', '{date}', 'a b'],
      project: 'db',
      proof: { routed_to: 'check_backup', round: { task_status: 'done', task_type: 'check_backup' } },
    });
    expect(await readFile(join(here.dir, 'db', 'ran'), 'utf8')).toBe(`${join(here.dir, 'db')}\n`);
    expect(made.proof.round?.task_result).toContain('<--day><last night><{date}><a b>');
    for (const input of ["please tell me, is last night's backup ok?", '昨晚的备份好不好']) {
      const route = await json<{ action: Record<string, unknown> | null }>(here, [
        'route',
        '--environment',
        'fresh',
        '--input',
        input,
      ]);
      expect(route.action).toMatchObject({ task_type: 'check_backup' });
    }
    const check = await command(here, ['skills', 'check']);
    expect(check.stdout).not.toMatch(/examples-|error/);
  });

  it('is reported as it ends: a red run is no failure of init', async () => {
    const here = await folder('svc', { 'verify.sh': '#!/bin/sh\necho "2 of 7 are red"\nexit 3\n' });
    const { code, stdout } = await command(here, ['init', '--command', './verify.sh', '--say', 'verify the service']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/✗ svc_check|✗ verify/);
    expect(stdout).toContain('2 of 7 are red');
  });

  it('is not run where its sentence belongs to another package of the same folder as well, and that is said', async () => {
    const here = await folder('svc', { 'x.sh': MARKING });
    await command(here, ['skills', 'new', 'books', '--kind', 'command']);
    const { code, stdout } = await command(here, ['init', '--command', './x.sh', '--say', 'run books']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/→ not sure.*asked in any case/);
    expect(stdout).toContain('--explain');
    expect(existsSync(join(here.dir, 'ran'))).toBe(false);
  });

  it('is run by its sentence even where that sounds like open-ended work: what the user says it means goes first', async () => {
    const here = await folder('svc', { 'x.sh': MARKING });
    const say = 'translate this paragraph into English';
    const { code, stdout } = await command(here, ['init', '--command', './x.sh', '--say', say]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/→ x /);
    expect(existsSync(join(here.dir, 'ran'))).toBe(true);
  });

  it.each(['how far along is it?', '跑到哪了？'])(
    'claims a question that is surely about progress only where nothing was done yet: %s',
    async (question) => {
      const here = await folder('svc', { 'x.sh': MARKING });
      await command(here, ['init', '--command', './x.sh', '--say', question]);
      await command(here, ['run', '--wait', '--input', 'run x']);
      const { stdout } = await command(here, ['route', '--input', question]);
      expect(stdout).toMatch(/^→ status/);
    },
  );

  it.each([
    [['--command', 'npm test | tee log'], /\| needs a shell/],
    [['--command', 'echo $HOME'], /\$ needs a shell/],
    [['--command', 'CI=1 npm test'], /Write: env CI=1 npm test/],
    [['--command', 'echo "half'], /" is not closed/],
    [['--command', '   '], /There is no command/],
    [['--command', 'make', '--name', 'functest'], /functest is a bundled task type/],
    [['--command', 'make', '--name', '../x'], /cannot be a package's name/],
    [['--command', 'make', '--say', ' '], /a sentence of 1 to 500/],
    [['--project', 'nowhere'], /is no folder/],
  ])('%j is refused before anything is written', async (args, message) => {
    const here = await folder('a');
    const { code, stderr } = await command(here, ['init', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(await readdir(here.dir)).toEqual([]);
  });

  it('leaves nothing behind where the configuration cannot be written', async () => {
    const { dir } = await folder('a', { configs: 'a file, no folder' });
    await expect(init(dir, { command: ['make'] })).rejects.toThrow(/cannot be written, so nothing was/);
    expect(existsSync(join(dir, 'skills', 'controller', 'a_check'))).toBe(false);
  });
});

describe('on a terminal', () => {
  async function asked(here: TestProject, answers: readonly string[], args: readonly string[] = []) {
    const argv = [TERMINAL, answers.join('|'), process.execPath, BIN, 'init', ...args];
    const options = { cwd: here.dir, env: userEnv(here), encoding: 'utf8', timeout: 40_000 } as const;
    const child = spawnSync('python3', argv, options);
    return { code: child.status, screen: stripVTControlCharacters(child.stdout).replaceAll('\r', '') };
  }

  it('asks three questions, and an answer that cannot be is asked for again', async () => {
    const here = await folder('ops', { 'db/check.sh': MARKING });
    const { code, screen } = await asked(here, ['./check.sh > log', './check.sh', 'check the backup', 'nowhere', 'db']);
    expect(screen).toContain('> needs a shell');
    expect(screen).toContain('nowhere is no folder');
    expect(screen).toMatch(/✓ db_check .* is done/);
    expect(code).toBe(0);
  });

  it('takes what it found where Enter is pressed', async () => {
    const here = await folder('shop', { 'package.json': '{"scripts":{"test":"echo all fine"}}' });
    const { code, screen } = await asked(here, ['', '', '']);
    expect(screen).toContain('[npm test]');
    expect(screen).toContain('[run the shop checks]');
    expect(screen).toContain('all fine');
    expect(code).toBe(0);
  });

  it('writes nothing where one leaves before the last answer', async () => {
    const here = await folder('shop');
    const { code, screen } = await asked(here, ['make', '\x03']);
    expect(code).toBe(2);
    expect(screen).toContain('Nothing was written.');
    expect(await readdir(here.dir)).toEqual([]);
  });

  it('asks in Chinese with --lang zh, and nothing with --yes', async () => {
    const here = await folder('shop', { 'package.json': '{"scripts":{"test":"echo all fine"}}' });
    const { screen } = await asked(here, [], ['--lang', 'zh', '--yes']);
    expect(screen).not.toContain('？ [');
    expect(screen).toContain('› 跑一下 shop 的检查');
    expect(screen).toContain('接下来');
  });
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
