import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { narrow } from '../../skills/controller/functest/narrow-command.js';
import { locate } from '../../skills/controller/functest/project-folder.js';
import { configuredCommand, detectCommand } from '../../skills/controller/functest/test-command.js';
import { workspace } from '../harness/workspace.js';

async function project(files: Record<string, string>): Promise<string> {
  const folder = await workspace();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const withScript = (test: string) => ({ 'package.json': JSON.stringify({ scripts: { test } }) });

describe('the test command of a project', () => {
  it.each([
    ['an npm script', withScript('vitest run'), ['npm', 'test']],
    ['pytest.ini', { 'pytest.ini': '' }, ['python3', '-m', 'pytest']],
    ['pyproject.toml with a section', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['python3', '-m', 'pytest']],
    ['setup.cfg with a section', { 'setup.cfg': '[tool:pytest]\n' }, ['python3', '-m', 'pytest']],
    ['Python test files', { 'tests/test_a.py': '' }, ['python3', '-m', 'pytest']],
    ['JavaScript test files', { 'test/a.test.js': '' }, ['node', '--test']],
    [
      "npm's placeholder beside test files",
      { ...withScript('echo "Error: no test specified" && exit 1'), 'a.test.mjs': '' },
      ['node', '--test'],
    ],
    ['an npm script before pytest', { ...withScript('jest'), 'pytest.ini': '' }, ['npm', 'test']],
    ['a broken package.json beside test files', { 'package.json': '{', 'a.test.js': '' }, ['node', '--test']],
  ])('is found from %s', async (_what, files, argv) => {
    expect(detectCommand(await project(files))?.argv).toEqual(argv);
  });

  it.each([
    ['nothing', {}],
    ['pyproject.toml without pytest', { 'pyproject.toml': '[project]\n' }],
    ['an empty script', withScript(' ')],
    ['a script that is no text', { 'package.json': '{"scripts":{"test":5}}' }],
  ])('is not made up from %s', async (_what, files) => {
    expect(detectCommand(await project(files))).toBeNull();
  });

  it("is the project's own Python where it has one", async () => {
    const folder = await project({ 'pytest.ini': '', '.venv/bin/python': '' });
    expect(detectCommand(folder)?.argv).toEqual([join(folder, '.venv/bin/python'), '-m', 'pytest']);
  });
});

describe('narrowing a test command', () => {
  const files = { 'test/cart.test.js': '', 'test/deep/a.test.js': '', 'test/help.js': '', 'tests/test_a.py': '' };
  const CASES: [string, string | null, string[], string | null, string | undefined, string[], number][] = [
    [
      'pytest path',
      null,
      ['python3', '-m', 'pytest'],
      'tests/test_a.py',
      undefined,
      ['python3', '-m', 'pytest', 'tests/test_a.py'],
      0,
    ],
    ['pytest filter', null, ['pytest', '-q'], null, 'cart', ['pytest', '-q', '-k', 'cart'], 0],
    [
      'vitest through npm',
      'vitest run',
      ['npm', 'test'],
      'test',
      'a.b',
      ['npm', 'test', '--', '--testNamePattern=a\\.b', 'test'],
      0,
    ],
    [
      'jest directly',
      null,
      ['npx', 'jest'],
      'test/cart.test.js',
      undefined,
      ['npx', 'jest', 'test\\/cart\\.test\\.js'],
      0,
    ],
    [
      'node with a file',
      null,
      ['node', '--test'],
      'test/cart.test.js',
      '满减',
      ['node', '--test', '--test-name-pattern=满减', 'test/cart.test.js'],
      0,
    ],
    [
      'node with a folder',
      null,
      ['node', '--test'],
      'test',
      undefined,
      ['node', '--test', 'test/cart.test.js', 'test/deep/a.test.js'],
      0,
    ],
    [
      'node through npm, its files replaced',
      'node --test a.test.js',
      ['npm', 'test'],
      'test/cart.test.js',
      'x',
      ['node', '--test', '--test-name-pattern=x', 'test/cart.test.js'],
      0,
    ],
    [
      'node through npm, filter alone',
      'node --test a.test.js',
      ['npm', 'run', 'test'],
      null,
      'x',
      ['node', '--test', '--test-name-pattern=x', 'a.test.js'],
      0,
    ],
    [
      'node with a folder without tests',
      null,
      ['node', '--test', 'a.test.js'],
      'tests',
      undefined,
      ['node', '--test', 'a.test.js'],
      1,
    ],
    ['an unknown runner', null, ['make', 'check'], 'test', 'x', ['make', 'check'], 2],
    ['a script that needs a shell', 'tsc && vitest run', ['npm', 'test'], 'test', undefined, ['npm', 'test'], 1],
    [
      'pytest that names its files',
      null,
      ['pytest', 'tests/test_a.py'],
      'tests',
      undefined,
      ['pytest', 'tests/test_a.py'],
      1,
    ],
    ['nothing wanted', 'vitest', ['npm', 'test'], null, undefined, ['npm', 'test'], 0],
  ];

  it.each(CASES)('%s', async (_what, script, argv, part, filter, expected, refused) => {
    const folder = await project({ ...files, ...(script === null ? {} : withScript(script)) });
    const narrowed = narrow(configuredCommand(folder, argv), { folder, part, filter });
    expect(narrowed.argv).toEqual(expected);
    expect(narrowed.notes.map((note) => note.code)).toEqual(Array.from({ length: refused }, () => 'not_narrowed'));
  });
});

describe('a requested path', () => {
  it('is a part of the project, or a project of its own', async () => {
    const folder = await project({ 'test/a.test.js': '', 'coupons/package.json': '{}' });
    const other = await project({});
    expect(locate(folder, undefined)).toEqual({ kind: 'project', folder, part: null, own: true });
    expect(locate(folder, './')).toEqual({ kind: 'project', folder, part: null, own: true });
    expect(locate(folder, 'test/a.test.js')).toEqual({ kind: 'project', folder, part: 'test/a.test.js', own: true });
    expect(locate(folder, join(folder, 'test'))).toEqual({ kind: 'project', folder, part: 'test', own: true });
    expect(locate(folder, 'coupons')).toEqual({
      kind: 'project',
      folder: join(folder, 'coupons'),
      part: null,
      own: false,
    });
    expect(locate(folder, other)).toEqual({ kind: 'project', folder: other, part: null, own: false });
    expect(locate(folder, 'test/b.test.js')).toEqual({ kind: 'missing', path: 'test/b.test.js' });
    expect(locate(join(folder, 'coupons'), '../test/a.test.js')).toEqual({
      kind: 'missing',
      path: '../test/a.test.js',
    });
  });

  it('cannot become an option of the runner', async () => {
    const folder = await project({ '--config=x': '', '-rf/package.json': '{}' });
    expect(narrow({ argv: ['pytest'], script: null }, { folder, part: './--config=x', filter: '--pdb' }).argv).toEqual([
      'pytest',
      '-k',
      'pdb',
      './--config=x',
    ]);
    expect(locate(folder, '--config=x')).toMatchObject({ part: './--config=x' });
  });
});
