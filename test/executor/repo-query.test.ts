import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { coerce } from '../../src/controller/parameters/coerce.js';
import { extractParam } from '../../src/skills/extract-param.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { validateParams } from '../../src/skills/validate-params.js';
import { put } from '../harness/project.js';
import { workspace } from '../harness/workspace.js';

const SKILLS = fileURLToPath(new URL('../../skills', import.meta.url));
const SCRIPT = join(SKILLS, 'executor/repo_query/skill.mjs');

function git(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return execFileSync('git', args, { cwd: folder, env: { ...clean, ...env }, encoding: 'utf8', stdio: 'pipe' });
}

async function commit(folder: string, author: string, day: number, subject: string, files: Record<string, string>) {
  await put(folder, files);
  git(folder, ['add', '-A']);
  const date = `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`;
  const who = { GIT_AUTHOR_NAME: author, GIT_AUTHOR_EMAIL: `${author}@example.org`, GIT_AUTHOR_DATE: date };
  const by = { GIT_COMMITTER_NAME: author, GIT_COMMITTER_EMAIL: `${author}@example.org`, GIT_COMMITTER_DATE: date };
  git(folder, ['-c', 'commit.gpgSign=false', 'commit', '-q', '-m', subject], { ...who, ...by });
}

/** A repository of three commits by two people. */
async function repository(): Promise<string> {
  const folder = join(await workspace(), 'shop');
  await mkdir(folder);
  git(folder, ['init', '-q', '-b', 'main']);
  await commit(folder, 'Mia', 1, 'The cart', { 'src/cart.ts': 'export const TAX_RATE = 0.2;\nfunction total() {}\n' });
  await commit(folder, 'Li Wei', 2, '修正税率', {
    'src/cart.ts': 'export const TAX_RATE = 0.19;\nfunction total() {}\n',
    'doc/说明.md': '税率 TAX_RATE\n',
  });
  await commit(folder, 'Mia', 3, 'A second cart', { 'lib/cart.ts': '// tax_rate\n', 'lib/total.py': 'pass\n' });
  git(folder, ['branch', 'feature/discounts', 'HEAD~1']);
  return folder;
}

interface Asked {
  request?: string;
  params?: Record<string, unknown>;
  language?: 'zh' | 'en';
}

function ask(folder: string, { request = '', params = {}, language = 'en' }: Asked) {
  const task = { type: 'repo_query', content: `Goal: ${request}\nLimits: none` };
  const input = JSON.stringify({ task, params, project: { name: 'shop', path: folder }, language, catalog: [] });
  const env = { ...process.env, ER_JOB_DIR: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
    input,
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stdout: stdout.replaceAll(/\b[0-9a-f]{7,12}\b/g, '<hash>'), stderr };
}

describe('facts about a repository', () => {
  it('the last commits, of everything or of a file', async () => {
    const folder = await repository();
    expect(ask(folder, { params: { what: 'commits', count: 2 } }).stdout).toBe(
      'The last 2 commits:\n- <hash> 2026-11-03 Mia: A second cart\n- <hash> 2026-11-02 Li Wei: 修正税率\n',
    );
    expect(ask(folder, { params: { what: 'commits', file: 'doc' }, language: 'zh' }).stdout).toBe(
      '最近 1 次提交（doc）：\n- <hash> 2026-11-02 Li Wei: 修正税率\n',
    );
    expect(ask(folder, { params: { what: 'commits', file: 'none.ts' } }).stdout).toBe('No commit touches none.ts.\n');
  });

  it('who changed a file, by its path or its name alone', async () => {
    const folder = await repository();
    const said = ask(folder, { params: { what: 'file_history', file: 'src/cart.ts' } }).stdout;
    expect(said).toContain('src/cart.ts was last changed by Li Wei on 2026-11-02 (<hash>: 修正税率).\n2 commits: ');
    expect(ask(folder, { params: { what: 'file_history', file: '说明.md' } }).stdout).toContain(
      'doc/说明.md was last changed',
    );
    expect(ask(folder, { params: { what: 'file_history', file: 'cart.ts' } }).stdout).toBe(
      '2 files are called cart.ts. Which one?\n- lib/cart.ts\n- src/cart.ts\n',
    );
  });

  it('where a text occurs, in upper and lower case alike where it has none', async () => {
    const folder = await repository();
    expect(ask(folder, { params: { what: 'search', text: 'TAX_RATE' } }).stdout).toBe(
      '“TAX_RATE” occurs on 2 lines of 2 files:\ndoc/说明.md\n  1: 税率 TAX_RATE\nsrc/cart.ts\n  1: export const TAX_RATE = 0.19;\n',
    );
    expect(ask(folder, { params: { what: 'search', text: 'tax_rate' } }).stdout).toContain('on 3 lines of 3 files');
    expect(ask(folder, { params: { what: 'search', text: '没有的词' }, language: 'zh' }).stdout).toBe(
      '受版本控制的文件里没有“没有的词”。\n',
    );
  });

  it('its size, people and branches', async () => {
    const folder = await repository();
    expect(ask(folder, { params: { what: 'size' } }).stdout).toMatch(
      /^4 files, 0\.1 kB, 5 lines of text:\n- \.ts: 2 files, 3 lines\n/,
    );
    expect(ask(folder, { params: { what: 'contributors' } }).stdout).toBe(
      '2 contributors, 3 commits:\n- Mia: 2, last on 2026-11-03\n- Li Wei: 1, last on 2026-11-02\n',
    );
    expect(ask(folder, { params: { what: 'branches' }, language: 'zh' }).stdout).toBe(
      '2 个本地分支，当前在 main：\n* main 2026-11-03 Mia: A second cart\n- feature/discounts 2026-11-02 Li Wei: 修正税率\n',
    );
  });

  it.each([
    ['which commits came last?', /^The last 3 commits/],
    ['看看最近的提交', /^The last 3 commits/],
    ['where is TAX_RATE used', /^“TAX_RATE” occurs on 2 lines/],
    ['find computeShipping', /^“computeShipping” is in no tracked file/],
    ['all the branches please', /^2 local branches/],
    ['how many lines of code', /^4 files/],
    ['谁贡献最多', /^2 contributors/],
    ['tell me things', /^4 files.*\n2 local branches.*\n2 contributors.*\nThe last 3 commits:/],
  ])('as the request says: %s', async (request, expected) => {
    expect(ask(await repository(), { request }).stdout).toMatch(expected);
  });
});

describe('a folder that has no answer', () => {
  it.each([
    ['no repository', async (folder: string) => void (await mkdir(folder)), /is no git repository/],
    ['no folder', async () => {}, /does not exist/],
    [
      'no commits',
      async (folder: string) => {
        await mkdir(folder);
        git(folder, ['init', '-q']);
      },
      /has no commits yet/,
    ],
  ])('%s: says so and fails', async (_what, make, message) => {
    const root = await workspace();
    await make(join(root, 'x'));
    const input = JSON.stringify({ params: { what: 'size' }, project: { path: join(root, 'x') }, language: 'en' });
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: root };
    const { status, stderr, stdout } = spawnSync(process.execPath, [SCRIPT], {
      input,
      env,
      encoding: 'utf8',
      cwd: root,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('asks for a text that nobody named, and refuses what it does not know', async () => {
    const folder = await repository();
    expect(ask(folder, { params: { what: 'search' }, request: '搜一下', language: 'zh' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('要找什么'),
    });
    expect(ask(folder, { params: { what: 'blame' } })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('what must be one of'),
    });
    expect(spawnSync(process.execPath, [SCRIPT], { input: '[]', encoding: 'utf8' })).toMatchObject({ status: 1 });
  });
});

describe('a hostile repository', () => {
  it('has nothing run by its configuration', async () => {
    const folder = await repository();
    const trap = join(folder, 'trap.sh');
    await put(folder, {
      'trap.sh': `#!/bin/sh\n: > ${JSON.stringify(join(folder, 'sprung'))}\ncat\n`,
      '.gitattributes': '* filter=evil diff=evil\n',
    });
    const settings: Record<string, string> = {
      'core.fsmonitor': trap,
      'core.pager': trap,
      'core.sshCommand': trap,
      'gpg.program': trap,
      'log.showSignature': 'true',
      'diff.external': trap,
      'diff.evil.textconv': trap,
      'diff.evil.command': trap,
      'filter.evil.clean': trap,
      'filter.evil.smudge': trap,
      'filter.evil.required': 'true',
      'color.ui': 'always',
      'color.grep': 'always',
      'color.branch': 'always',
      'grep.column': 'true',
      'submodule.recurse': 'true',
      'alias.log': `!${trap}`,
      'alias.grep': `!${trap}`,
    };
    for (const [key, value] of Object.entries(settings)) git(folder, ['config', key, value]);
    for (const what of ['commits', 'file_history', 'search', 'size', 'contributors', 'branches']) {
      const { status, stdout } = ask(folder, { params: { what, file: 'src/cart.ts', text: 'TAX_RATE' } });
      expect([what, status]).toEqual([what, 0]);
      expect(stdout).not.toContain('\u001b');
    }
    expect(existsSync(join(folder, 'sprung'))).toBe(false);
  });

  it('cannot turn names, texts or words of the request into options, or control a terminal', async () => {
    const folder = await repository();
    await commit(folder, 'Mia', 4, '\u001b[31mred\u001b]0;title\u0007', { '--output=x': '-TAX \u001b[2J\n' });
    expect(ask(folder, { params: { what: 'search', text: '-TAX' } }).stdout).toBe(
      '“-TAX” occurs on 1 lines of 1 files:\n--output=x\n  1: -TAX\n',
    );
    expect(ask(folder, { params: { what: 'file_history', file: '--output=x' } }).stdout).toContain(
      '--output=x was last changed by Mia',
    );
    expect(ask(folder, { params: { what: 'commits', file: ':(exclude)src' } }).stdout).toContain('No commit touches');
    expect(ask(folder, { params: { what: 'commits', count: 1 } }).stdout).toContain('Mia: red');
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('is answered within bounds: 60,000 lines that match', async () => {
    const folder = await repository();
    await commit(folder, 'Mia', 5, 'Long', { 'long.txt': `${'needle '.repeat(50)}\n`.repeat(60_000) });
    const { stdout } = ask(folder, { params: { what: 'search', text: 'needle' } });
    expect(stdout).toContain('at least 50000 lines');
    expect(stdout.length).toBeLessThan(4_000);
  });
});

describe('parameters in requests', () => {
  it.each([
    ['who changed src/index.ts', { file: 'src/index.ts' }],
    ['谁改过 config.yaml', { file: 'config.yaml' }],
    ['README.md 被哪些人改过', { file: 'README.md' }],
    ['when was Makefile modified and by whom', { file: 'Makefile' }],
    ['show the last 5 commits', { count: 5 }],
    ['commits of the last 5 days', {}],
    ['最近五次提交是什么', { count: 5 }],
    ['git log 给我看十条', { count: 10 }],
    ['search for "connection refused" in the repository', { text: 'connection refused' }],
    ['仓库里哪儿有 “connection refused”', { text: 'connection refused' }],
    ['where does getUser occur', {}],
    ['grep "src/app.ts"', { text: 'src/app.ts' }],
    ['last commits of /home/me/shop', {}],
  ])('%s: %j', async (text, expected) => {
    const { packages } = await readCatalog({ bundled: SKILLS, user: null }, { strict: false });
    const schema = packages.find(({ name }) => name === 'repo_query')?.params_schema;
    if (!schema) throw new Error('repo_query has no parameters');
    const params: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(schema.properties)) {
      const found = one['x-extract'] === undefined ? null : extractParam(one['x-extract'], text);
      if (found !== null) params[name] = coerce(found, one);
    }
    expect(params).toEqual(expected);
    expect(await validateParams(schema, params)).toEqual([]);
  });
});
