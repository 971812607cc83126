import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callScript } from '../../src/executor/script-tool.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { trustOf, trustSkill } from '../../src/skills/trust.js';
import { put } from '../harness/project.js';
import { workspace } from '../harness/workspace.js';

/** A folder as other products write them: nothing in it is ours. */
const FOREIGN = {
  'SKILL.md': `---
name: word-tools
description: Counts words in a text.
license: MIT
allowed-tools: Bash(python:*) Read
metadata:
  author: somebody
  version: "1.0"
---

# Word tools

Run \`scripts/count.sh\`. See [reference](references/words.md).
`,
  'scripts/count.sh': '#!/bin/sh\n: > "$ER_PACKAGE_DIR/../ran"\nread -r input\necho "got $input"\n',
  'scripts/fail.sh': '#!/bin/sh\necho no >&2\nexit 4\n',
  'references/words.md': '# Words\n',
};

async function setUp() {
  const root = await workspace();
  const dir = join(root, 'user', 'executor', 'word-tools');
  await put(dir, FOREIGN);
  await mkdir(join(root, 'bundled', 'controller'), { recursive: true });
  const read = () => readCatalog({ bundled: join(root, 'bundled'), user: join(root, 'user') }, { strict: true });
  const trust_file = join(root, 'state', 'trusted-skills.json');
  const call = async (tool: string, input: unknown = 'a b c') =>
    await callScript(
      { jobs: { hidden_env: [] }, trust_file, directory: join(root, 'tool-1'), cwd: root },
      await read(),
      { tool, input },
      new AbortController().signal,
    );
  const trusted = async () =>
    trustOf(trust_file, (await read()).packages.find(({ name }) => name === 'word-tools') ?? fail());
  const trust = async (name = 'word-tools') => trustSkill(trust_file, await read(), name, new Date(0));
  return { root, dir, read, call, trust, trusted, trust_file, ran: () => existsSync(join(dir, '..', 'ran')) };
}

function fail(): never {
  throw new Error('word-tools was not read');
}

describe('a skill written for another product', () => {
  it('loads as it is: text for a model, with nothing to complain of', async () => {
    const { read } = await setUp();
    const { packages, diagnostics } = await read();
    expect(diagnostics).toEqual([]);
    expect(packages).toMatchObject([
      {
        name: 'word-tools',
        launch: null,
        skill_mode: null,
        allowed_tools: ['Bash(python:*)', 'Read'],
        metadata: { author: 'somebody' },
      },
    ]);
  });

  it('has no script of it called before it is trusted', async () => {
    const { call, trusted, ran } = await setUp();
    await expect(call('word-tools/count.sh')).rejects.toMatchObject({
      code: 'SKILL_UNTRUSTED',
      message: expect.stringContaining('environment-runtime skills trust word-tools'),
    });
    expect(await trusted()).toBe('untrusted');
    expect(ran()).toBe(false);
  });

  it('has them called once it is trusted; the record lies outside of it', async () => {
    const { call, trust, trusted, trust_file, dir } = await setUp();
    const record = await trust();
    expect(record).toMatchObject({ name: 'word-tools', dir, content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.parse(await readFile(trust_file, 'utf8'))).toEqual([record]);
    expect(await trusted()).toBe('trusted');
    const { ok, output } = await call('word-tools/count.sh');
    expect(ok).toBe(true);
    expect(output).toContain('"input":"a b c"');
    expect(await call('word-tools/fail.sh')).toMatchObject({
      ok: false,
      output: expect.stringContaining('exit code 4'),
    });
    expect(await trusted()).toBe('trusted');
  });

  it.each([
    ['a script is changed', (dir: string) => appendFile(join(dir, 'scripts/count.sh'), 'echo more\n')],
    ['a text is changed', (dir: string) => appendFile(join(dir, 'SKILL.md'), 'more\n')],
    ['a hidden file appears', (dir: string) => writeFile(join(dir, 'scripts/.env'), 'x')],
    ['a module appears', (dir: string) => put(dir, { 'node_modules/x/index.js': 'x' })],
    ['a link appears', (dir: string) => symlink('/etc/passwd', join(dir, 'references/passwd'))],
  ])('is not trusted any more when %s', async (_what, change) => {
    const { call, trust, trusted, dir } = await setUp();
    await trust();
    await change(dir);
    expect(await trusted()).toBe('changed');
    await expect(call('word-tools/count.sh')).rejects.toMatchObject({
      code: 'SKILL_UNTRUSTED',
      message: expect.stringContaining('has changed since it was trusted'),
    });
  });

  it('is trusted again by name, and by no other name', async () => {
    const { trust, trusted, dir } = await setUp();
    await trust();
    await appendFile(join(dir, 'SKILL.md'), 'more\n');
    await trust();
    expect(await trusted()).toBe('trusted');
    await expect(trust('word_tools')).rejects.toMatchObject({
      code: 'SKILL_UNKNOWN',
      exitCode: 2,
      message: expect.stringContaining('word-tools'),
    });
  });

  it('with a link in it cannot be vouched for', async () => {
    const { trust, dir } = await setUp();
    await symlink('/etc', join(dir, 'scripts/etc'));
    await expect(trust()).rejects.toMatchObject({
      code: 'SKILL_NOT_TRUSTABLE',
      message: expect.stringContaining('/etc'),
    });
  });

  it.each(['[', '{}', '[1, null, {"name": "word-tools"}]', '\0'])(
    'is trusted by no damaged record: %j',
    async (text) => {
      const { trusted, trust_file } = await setUp();
      await put(join(trust_file, '..'), { 'trusted-skills.json': text });
      expect(await trusted()).toBe('untrusted');
    },
  );

  it.each([
    'word-tools',
    'word-tools/',
    'word-tools/none.sh',
    'word-tools/../SKILL.md',
    'word-tools/../references/words.md',
    'word-tools//bin/sh',
    'word-tools/a\0b',
  ])('has no tool %j', async (tool) => {
    const { call, trust } = await setUp();
    await trust();
    await expect(call(tool)).rejects.toMatchObject({
      code: 'SKILL_SCRIPT',
      message: expect.stringContaining('count.sh'),
    });
  });

  it('is named among those there are when another one is asked for', async () => {
    const { call } = await setUp();
    await expect(call('pdf/run.py')).rejects.toMatchObject({
      code: 'SKILL_UNKNOWN',
      message: expect.stringContaining('word-tools'),
    });
  });
});
