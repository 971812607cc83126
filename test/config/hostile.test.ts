import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.js';
import { workspace } from '../harness/workspace.js';
import { refusal } from './write-config.js';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

describe('a configuration file that is not what it should be', () => {
  it.each([
    ['an open bracket', 'model: [\n', 'CONFIG_MALFORMED', /^graph\.yaml:\d+:\d+: /],
    ['a tab for indentation', 'model:\n\tprovider: x\n', 'CONFIG_MALFORMED', /^graph\.yaml:2:1: /],
    [
      'a quote that is not closed',
      'default_project: "x\n',
      'CONFIG_MALFORMED',
      /^graph\.yaml:\d+:\d+: Missing closing/,
    ],
    [
      'a key twice',
      'runtime: {}\nmodel: {}\nruntime: {}\n',
      'CONFIG_MALFORMED',
      /^graph\.yaml:3:1: the key runtime is there twice/,
    ],
    [
      'a tag that constructs something',
      'model: !!js/function "function(){}"\n',
      'CONFIG_MALFORMED',
      /^graph\.yaml:1:8: Unresolved tag/,
    ],
    [
      'a Python object',
      'model: !!python/object/apply:os.system ["id"]\n',
      'CONFIG_MALFORMED',
      /^graph\.yaml:1:8: Unresolved tag/,
    ],
    [
      'a key that changes prototypes',
      'projects:\n  __proto__: {path: x}\n',
      'CONFIG_MALFORMED',
      /:2:3: the key __proto__ is refused/,
    ],
    ['a mapping as a key', 'projects: {? {a: b} : c}\n', 'CONFIG_MALFORMED', /^graph\.yaml:1:\d+: /],
    ['two documents', 'model: {}\n---\nruntime: {}\n', 'CONFIG_MALFORMED', /multiple documents/],
    ['a NUL byte', 'model: {}\nruntime: {}\n\0', 'CONFIG_UNREADABLE', /^graph\.yaml:3 holds a NUL byte/],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x61, 0x3a, 0x0a, 0xd6, 0xd0]),
      'CONFIG_UNREADABLE',
      /^graph\.yaml:2 is not UTF-8/,
    ],
    ['more than a megabyte', `# ${'x'.repeat(1024 * 1024)}\n`, 'CONFIG_UNREADABLE', /is larger than 1 MB/],
  ])('%s is refused with the place', async (_, text, code, message) => {
    const refused = await refusal(text);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
  });

  const bomb = lines(9, (i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1},`.repeat(9)}]`);
  const merges = lines(12, (i) => `a${i}: &a${i} {${i === 0 ? 'k: 1' : `<<: [${`*a${i - 1},`.repeat(9)}]`}}`);

  it.each([
    ['a billion laughs', bomb],
    ['a billion merges', merges],
    ['brackets nested a million deep', '['.repeat(1_000_000)],
    ['brackets nested thousands deep', '['.repeat(9_000)],
    ['closed brackets nested deep', `a: ${'['.repeat(4_900)}${']'.repeat(4_900)}`],
    ['closing brackets only', ']'.repeat(900_000)],
    ['mappings nested deep', '{a: '.repeat(4_000)],
    ['lists nested deep', '- '.repeat(100_000)],
    ['keys nested deep', '? '.repeat(20_000)],
    ['indentation nested deep', lines(1300, (i) => `${' '.repeat(i)}a:`)],
    ['commas only', `[${','.repeat(900_000)}`],
    ['directives only', '%x\n'.repeat(300_000)],
    ['tens of thousands of keys', lines(60_000, (i) => `k${i}: 1`)],
    ['thousands of keys', lines(9_000, (i) => `k${i}: 1`)],
    ['thousands of references', `a: &a 1\nb: [${'*a,'.repeat(9_000)}]`],
  ])(
    '%s is refused in bounded time and memory',
    async (_, text) => {
      const before = process.memoryUsage.rss();
      const started = performance.now();
      const { code, message } = await refusal(text);
      expect(code).toMatch(/^CONFIG_(MALFORMED|INVALID)$/);
      expect(message.length).toBeLessThan(20_000);
      expect(performance.now() - started).toBeLessThan(20_000);
      expect(process.memoryUsage.rss() - before).toBeLessThan(512 * 1024 * 1024);
    },
    30_000,
  );

  it('is refused if it is a folder, a FIFO, a device, a link that leads back to itself, or not there', async () => {
    const root = await workspace();
    const at = (name: string): string => join(root, name);
    await mkdir(at('folder'));
    execFileSync('mkfifo', [at('fifo')]);
    await symlink('loop', at('loop'));
    const load = (config: string) => loadConfig({ cwd: root, config, env: {} });
    await expect(load('folder')).rejects.toThrow(/folder is a folder, not a file/);
    await expect(load('fifo')).rejects.toThrow(/fifo is not a regular file/);
    await expect(load('/dev/zero')).rejects.toThrow(/is not a regular file/);
    await expect(load('loop')).rejects.toThrow(/a symbolic link that leads back to itself/);
    await expect(load('nowhere.yaml')).rejects.toMatchObject({ code: 'CONFIG_MISSING', exitCode: 2 });
    await expect(load('a\0b')).rejects.toThrow(/does not exist/);
  });

  it('is not passed over in favour of one further up', async () => {
    const root = await workspace();
    await mkdir(join(root, 'configs'));
    await writeFile(join(root, 'configs', 'graph.yaml'), '');
    await mkdir(join(root, 'inner', 'configs'), { recursive: true });
    await symlink('nowhere', join(root, 'inner', 'configs', 'graph.yaml'));
    await expect(loadConfig({ cwd: join(root, 'inner'), env: {} })).rejects.toMatchObject({ code: 'CONFIG_MISSING' });
  });
});
