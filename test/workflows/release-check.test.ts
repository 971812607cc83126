import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { releaseInput } from '../../skills/controller/release_check/release-input.js';
import { render } from '../../skills/controller/release_check/render.js';
import { type Facts, runChecks } from '../../skills/controller/release_check/run-checks.js';
import { JobEvents } from '../../skills/kit/job-events.js';
import { workspace } from '../harness/workspace.js';
import { runBuiltWorkflow } from './run-workflow.js';

const SHOP = fileURLToPath(new URL('../../examples/shop', import.meta.url));

/** Not a real one: it is put together here so that no file holds its shape. */
const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;

function git(path: string, ...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  const identity = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], {
    cwd: path,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

async function put(path: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true });
    await writeFile(join(path, name), content);
  }
}

function commit(path: string, message = 'change'): string {
  git(path, 'add', '-A');
  git(path, 'commit', '-q', '--allow-empty', '-m', message);
  return git(path, 'rev-parse', 'HEAD');
}

const READY = {
  'package.json': JSON.stringify({ name: 'thing', version: '1.1.0', dependencies: { left: '^1.0.0' } }),
  'package-lock.json': JSON.stringify({
    name: 'thing',
    version: '1.1.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'thing', version: '1.1.0', dependencies: { left: '^1.0.0' } },
      'node_modules/left': { version: '1.0.4' },
    },
  }),
  'CHANGELOG.md': '# Changes\n\n## 1.1.0\n\n- better\n\n## 1.0.0\n',
  'src/a.js': '// Licence: MIT\nexport const a = 1;\n',
};

/** A repository with a tag v1.0.0 and, above it, everything that 1.1.0 needs. */
async function ready(): Promise<string> {
  const path = await workspace();
  git(path, 'init', '-q', '--template=', '-b', 'main');
  await put(path, {
    'package.json': JSON.stringify({ name: 'thing', version: '1.0.0' }),
    'CHANGELOG.md': '## 1.0.0\n',
  });
  commit(path, 'first');
  git(path, 'tag', 'v1.0.0');
  await put(path, READY);
  commit(path, 'second');
  return path;
}

async function check(path: string, params: object = {}, project: object = {}): Promise<Facts> {
  const input = releaseInput({ params: { skip: ['tests'], ...params }, project: { path, ...project } });
  return runChecks(input, new JobEvents(undefined));
}

const statuses = ({ checks }: Facts): Record<string, string> =>
  Object.fromEntries(checks.map(({ name, status }) => [name, status]));
const failing = ({ checks }: Facts): string[] =>
  checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
const detailsOf = ({ checks }: Facts, name: string): readonly string[] =>
  checks.find((one) => one.name === name)?.details ?? [];

describe('release_check on the example shop', () => {
  async function shop(): Promise<string> {
    const path = await workspace();
    await cp(SHOP, path, { recursive: true });
    git(path, 'init', '-q', '--template=', '-b', 'main');
    commit(path, 'shop');
    return path;
  }

  it('is ready: the tree is clean, the version is new, the tests are green', async () => {
    const { code, result, events, files, report } = await runBuiltWorkflow('release_check', {
      project: { path: await shop() },
      params: { version: '1.0.0' },
    });
    expect(code).toBe(0);
    expect(result).toMatchObject({
      task_status: 'done',
      data: {
        verdict: 'passed',
        failed: 0,
        checks: {
          clean_tree: 'passed',
          version: 'passed',
          secrets: 'passed',
          tests: 'passed',
          changelog: 'skipped',
          todo_markers: 'skipped',
        },
        version: '1.0.0',
        latest_tag: null,
        branch: 'main',
        secrets: [],
        test_counts: { total: 21, passed: 21 },
      },
    });
    expect(result.task_result).toMatch(
      /^Ready for release: 8 checks: 4 passed, 0 failed, 4 skipped \(main 1\.0\.0, in /,
    );
    expect(events[0]).toMatchObject({ event: 'step', name: 'clean tree', index: 1, total: 8 });
    expect(files.sort()).toEqual(['events.jsonl', 'report.html', 'result.json']);
    expect(report).toContain('✓ Passed');
  });

  it('is not ready when something is uncommitted, leaks or is red, in Chinese', async () => {
    const path = await shop();
    git(path, 'tag', 'v1.0.0');
    await put(path, {
      'src/token.js': `export const token = '${TOKEN}';\n`,
      'test/cart.test.js': 'throw new Error("red");\n',
    });
    commit(path);
    await put(path, { 'left behind.txt': 'x' });
    const { code, result, report } = await runBuiltWorkflow('release_check', { project: { path }, language: 'zh' });
    expect(code).toBe(0);
    expect(result).toMatchObject({
      task_status: 'failed',
      data: {
        verdict: 'failed',
        failed: 4,
        checks: { clean_tree: 'failed', version: 'failed', secrets: 'failed', tests: 'failed' },
        secrets: [{ kind: 'GitHub token', file: 'src/token.js', line: 1 }],
        latest_tag: 'v1.0.0',
      },
    });
    expect(result.task_result).toMatch(/^发布检查未通过：8 项检查，通过 0，未通过 4，跳过 4/);
    expect(result.task_result).toContain(
      '✗ 版本号：1.0.0 已经发布过（标签 v1.0.0 在另一个提交上）\n  → 在 package.json 里升高版本号',
    );
    expect(result.task_result).toContain('src/token.js:1: GitHub token');
    for (const text of [JSON.stringify(result), report]) expect(text).not.toContain(TOKEN);
  });

  it.each([
    [
      'a folder that is no repository',
      async () => workspace(),
      /is no git repository that can be checked: fatal: not a git repository/,
    ],
    [
      'a folder that is not there',
      async () => join(await workspace(), 'none'),
      /the project folder .*none does not exist/,
    ],
    [
      'a repository without commits',
      async () => {
        const path = await workspace();
        git(path, 'init', '-q');
        return path;
      },
      /the repository has no commits/,
    ],
    [
      'a bare repository',
      async () => {
        const path = await workspace();
        git(path, 'init', '-q', '--bare');
        return path;
      },
      /it has no work tree/,
    ],
  ])('%s is an error', async (_what, make, message) => {
    const { code, result } = await runBuiltWorkflow('release_check', { project: { path: await make() } });
    expect(code).toBe(0);
    expect(result).toMatchObject({ task_status: 'failed', data: { verdict: 'error', checks: {} } });
    expect(result.task_result).toMatch(/^The release check could not be completed\.\nNote: /);
    expect(result.task_result).toMatch(message);
  });

  it.each(['', '{"params":{"skip":["lunch"]}}', '{"params":{"base":"--output=x"}}'])(
    'input %j is an error',
    async (input) => {
      const { code, result } = await runBuiltWorkflow('release_check', input, await workspace());
      expect([code, result.data.verdict]).toEqual([0, 'error']);
      expect(result.task_result).toContain('bad input');
    },
  );
});

describe('each check', () => {
  it('passes where everything is ready', async () => {
    const facts = await check(await ready(), {}, { licence_header: 'Licence: MIT', todo_markers: 'forbid' });
    expect(statuses(facts)).toEqual({
      clean_tree: 'passed',
      version: 'passed',
      changelog: 'passed',
      lock_file: 'passed',
      licence_headers: 'passed',
      secrets: 'passed',
      todo_markers: 'passed',
      tests: 'skipped',
    });
    expect(facts).toMatchObject({ verdict: 'passed', version: '1.1.0', latest_tag: 'v1.0.0', branch: 'main' });
  });

  it.each<[string, Record<string, string>, object, object, string[]]>([
    [
      'no new version',
      { 'package.json': '{"name":"thing","version":"1.0.0"}', 'package-lock.json': '{"packages":{"":{}}}' },
      {},
      {},
      ['version'],
    ],
    [
      'an older version',
      { 'package.json': '{"version":"0.9.9"}', 'package-lock.json': '{"packages":{"":{}}}' },
      {},
      {},
      ['version', 'changelog'],
    ],
    [
      'a version that is none',
      { 'package.json': '{"version":"1.1"}', 'package-lock.json': '{"packages":{"":{}}}' },
      {},
      {},
      ['version', 'changelog'],
    ],
    ['another version than asked for', {}, { version: 'v1.2.0' }, {}, ['version', 'changelog']],
    [
      'a changelog without the version',
      { 'CHANGELOG.md': '# Unreleased\n\n## 11.1.0\n\n## 1.1.0-rc.1\nsince 1.1.0\n' },
      {},
      {},
      ['changelog'],
    ],
    ['a changelog that is not there', {}, {}, { changelog: 'docs/NEWS.md' }, ['changelog']],
    [
      'a lock file of another version',
      { 'package-lock.json': READY['package-lock.json'].replaceAll('1.1.0', '1.0.0') },
      {},
      {},
      ['lock_file'],
    ],
    [
      'a lock file without a dependency',
      { 'package-lock.json': '{"packages":{"":{"version":"1.1.0"}}}' },
      {},
      {},
      ['lock_file'],
    ],
    ['a lock file that is broken', { 'package-lock.json': '{"packages":' }, {}, {}, ['lock_file']],
    [
      'a source without the header',
      { 'src/b.py': 'print(1)\n', 'empty.js': '' },
      {},
      { licence_header: 'Licence: MIT' },
      ['licence_headers'],
    ],
    [
      'a marker, where they are forbidden',
      { 'src/b.js': '// TODO: later\n' },
      {},
      { todo_markers: 'forbid' },
      ['todo_markers'],
    ],
    ['a marker, where they are not', { 'src/b.js': '// TODO: later\n' }, {}, {}, []],
    ['a token', { 'src/b.js': `const t = "${TOKEN}";\n` }, {}, {}, ['secrets']],
    ['a token that is left out', { 'src/b.js': `const t = "${TOKEN}";\n` }, { skip: ['tests', '密钥'] }, {}, []],
  ])('%s', async (_what, files, params, project, expected) => {
    const path = await ready();
    await put(path, files);
    commit(path);
    const facts = await check(path, params, project);
    expect(failing(facts)).toEqual(expected);
    expect(facts.verdict).toBe(expected.length === 0 ? 'passed' : 'failed');
    for (const { status, to_do } of facts.checks) expect(to_do === null).toBe(status !== 'failed');
  });

  it('what is changed, staged or untracked is listed; what is ignored is not', async () => {
    const path = await ready();
    await put(path, { '.gitignore': 'ignored\n' });
    commit(path);
    await put(path, { ignored: '', 'src/a.js': 'changed', 'new\nfile': '', '-rf': '', '中文 名.txt': '' });
    git(path, 'add', '--', '-rf');
    const details = detailsOf(await check(path), 'clean_tree');
    expect([...details].sort()).toEqual(['?? new file', '?? 中文 名.txt', 'A -rf', 'M src/a.js']);
  });

  it('on the tagged commit itself is about what led to it', async () => {
    const path = await ready();
    git(path, 'tag', '-a', '-m', 'release', 'v1.1.0');
    const facts = await check(path);
    expect(facts.verdict).toBe('passed');
    expect(render(facts, 'en')).toContain('1.1.0, tagged here as v1.1.0');
    expect(render(facts, 'en')).toContain('(since v1.0.0)');
  });

  it('tags elsewhere do not count as the latest, but a version is not used twice', async () => {
    const path = await ready();
    git(path, 'checkout', '-q', '-b', 'next', 'v1.0.0');
    commit(path);
    git(path, 'tag', 'v2.0.0');
    git(path, 'checkout', '-q', 'main');
    expect(failing(await check(path))).toEqual([]);
    git(path, 'tag', 'v1.1.0', 'next');
    expect(failing(await check(path))).toEqual(['version']);
  });

  it('in a repository of several packages the tags that name the package count', async () => {
    const path = await ready();
    git(path, 'tag', 'other@9.0.0');
    git(path, 'tag', 'thing@1.0.5', 'v1.0.0');
    expect(await check(path)).toMatchObject({ verdict: 'passed', latest_tag: 'thing@1.0.5' });
  });

  it('a detached HEAD is checked like any other', async () => {
    const path = await ready();
    git(path, 'checkout', '-q', '--detach');
    const facts = await check(path);
    expect(facts).toMatchObject({ verdict: 'passed', branch: null });
    expect(render(facts, 'zh')).toContain('游离的 HEAD');
  });

  it('changes are counted from what was asked for', async () => {
    const path = await ready();
    await put(path, { 'src/b.js': `const t = "${TOKEN}";\n` });
    const leaking = commit(path);
    expect(failing(await check(path))).toEqual(['secrets']);
    expect(failing(await check(path, { base: leaking }))).toEqual([]);
    expect(await check(path, { base: 'nope' })).toMatchObject({ verdict: 'error' });
  });

  it('a part of a repository is checked alone', async () => {
    const path = await ready();
    await put(path, { 'pkg/package.json': '{"version":"1.5.0"}', 'loose.txt': 'x' });
    git(path, 'add', 'pkg');
    git(path, 'commit', '-q', '-m', 'pkg');
    expect(failing(await check(path))).toEqual(['clean_tree']);
    expect(failing(await check(join(path, 'pkg')))).toEqual([]);
  });
});

describe('hostile repositories', () => {
  it('their configuration runs nothing', async () => {
    const path = await ready();
    const trap = join(await workspace(), 'trap.sh');
    const sprung = `${trap}.sprung`;
    await writeFile(trap, `#!/bin/sh\necho "$0 $*" >> '${sprung}'\ncat\n`, { mode: 0o755 });
    await put(path, {
      '.gitattributes': '* filter=evil diff=evil\n*.js filter=a=b\n',
      'x.txt': 'one\n',
      'x.js': 'one\n',
    });
    commit(path);
    await put(path, { 'x.txt': 'two\n' });
    commit(path);
    for (const [key, value] of [
      ['core.fsmonitor', trap],
      ['core.pager', trap],
      ['core.sshCommand', trap],
      ['core.editor', trap],
      ['diff.external', trap],
      ['diff.evil.textconv', trap],
      ['diff.evil.command', trap],
      ['filter.evil.clean', trap],
      ['filter.evil.smudge', trap],
      ['filter.evil.process', trap],
      ['filter.evil.required', 'true'],
      ['filter.a=b.clean', trap],
      ['log.showSignature', 'true'],
      ['gpg.program', trap],
      ['alias.status', `!${trap}`],
      ['alias.diff', `!${trap}`],
      ['remote.origin.url', `ext::${trap}`],
      ['remote.origin.promisor', 'true'],
      ['extensions.partialClone', 'origin'],
    ] as const) {
      git(path, 'config', key, value);
    }
    for (const hook of ['post-index-change', 'pre-auto-gc', 'reference-transaction']) {
      await mkdir(join(path, '.git/hooks'), { recursive: true });
      await writeFile(join(path, '.git/hooks', hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
    }
    // Touched, so that git has to look at the contents again.
    await put(path, { 'x.txt': 'two\n', 'x.js': 'one\n' });
    const facts = await check(path, {}, { licence_header: 'x' });
    expect(existsSync(sprung)).toBe(false);
    expect(statuses(facts)).toMatchObject({ clean_tree: 'passed', secrets: 'passed' });
    // The trap is a real one: git as it is springs it.
    expect(() => git(path, 'status')).toThrow();
    expect(existsSync(sprung)).toBe(true);
  });

  it('variables of git from outside do not point it elsewhere', async () => {
    const path = await ready();
    const { result } = await runBuiltWorkflow(
      'release_check',
      { project: { path }, params: { skip: ['tests'] } },
      undefined,
      {
        GIT_DIR: '/nowhere',
        GIT_WORK_TREE: '/nowhere',
        GIT_EXTERNAL_DIFF: '/bin/false',
        GIT_INDEX_FILE: '/nowhere/index',
      },
    );
    expect(result.data.verdict).toBe('passed');
  });

  it('huge differences, long lines and odd names are looked through in little memory', async () => {
    const path = await ready();
    const line = `${'some code here; '.repeat(6)}\n`;
    await put(path, {
      'big.txt': line.repeat(300_000),
      'min.js': 'x'.repeat(20_000_000),
      'a b.js': `t = "${TOKEN}"\n`,
      '"quoted"\n.js': `t = "${TOKEN}"\n`,
      'trick.txt': `++ b/fake.js\n@@ -0,0 +1,9 @@\n${TOKEN}\n`,
      'binary.bin': Buffer.from([0, 1, 2, ...Buffer.from(TOKEN)]),
    });
    commit(path);
    const { result, peak_mb } = await runBuiltWorkflow('release_check', {
      project: { path },
      params: { skip: ['tests'] },
    });
    expect(result.data.secrets).toEqual([
      { kind: 'GitHub token', file: '\\"quoted\\"\\n.js', line: 1 },
      { kind: 'GitHub token', file: 'a b.js', line: 1 },
      { kind: 'GitHub token', file: 'trick.txt', line: 3 },
    ]);
    expect(peak_mb).toBeLessThan(200);
  });

  it('links and pipes in place of files are not followed into trouble', async () => {
    const path = await ready();
    await rm(join(path, 'CHANGELOG.md'));
    execFileSync('mkfifo', [join(path, 'CHANGELOG.md')]);
    await symlink('/dev/zero', join(path, 'src', 'zero.js'));
    await symlink('loop.js', join(path, 'src', 'loop.js'));
    git(path, 'add', 'src');
    git(path, 'commit', '-q', '-m', 'links');
    const facts = await check(path, {}, { licence_header: 'Licence: MIT' });
    expect(failing(facts)).toEqual(['clean_tree', 'changelog']);
  });
});
