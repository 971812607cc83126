import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { project, put } from '../harness/project.js';

describe('what cannot be read', () => {
  it.each<[string[], RegExp]>([
    [['statsu'], /no command 'statsu'\. Did you mean status\?/],
    [['run the tests'], /no command 'run the tests'\. A request goes with --input/],
    [['environments', 'exprot', 'x'], /no command 'exprot'\. Did you mean export\?/],
    [['environments'], /environments list \| export \| import \| delete/],
    [['skills'], /skills list \| check \| new/],
    [['help', 'colect'], /Did you mean collect\?/],
    [['run', '--inptu', 'x'], /unknown option '--inptu'\s+\(Did you mean --input\?\)/],
    [['status', '--jsno'], /Did you mean --json\?/],
    [['--lang', 'fr', 'status'], /Allowed choices are zh, en/],
    [['status', 'a', 'b'], /too many arguments/],
    [['policy', 'info', 'extra'], /too many arguments for 'info'/],
    [['policy', 'rollback', '36d8'], /too many arguments for 'rollback'/],
    [['environments', 'list', 'extra'], /too many arguments for 'list'/],
    [['skills', 'list', 'extra'], /too many arguments for 'list'/],
    [['logs'], /missing required argument 'run_id'\. `environment-runtime logs --help` says what it takes/],
    [['policy', 'use'], /missing required argument 'id'\. `environment-runtime policy use --help`/],
    [['route', '--batch', 'missing.jsonl'], /missing\.jsonl does not exist\. Name a file with one object/],
    [['case', '--case', 'x.json', '--environment', 'mine'], /played in a fresh Environment of its own/],
    [['--environment', 'mine', 'cases'], /played in a fresh Environment of its own/],
    [['--environment', 'nosuch', 'status'], /There is no Environment 'nosuch'/],
    [['status', 'job_x', '--environment', 'nosuch'], /There is no Environment 'nosuch'/],
    [['collect', '--environment', 'nosuch'], /There is no Environment 'nosuch'/],
    [['logs', 'x', '--stream', 'all'], /Allowed choices are stdout, stderr, events/],
    [['prune'], /--older-than <age>/],
    [['prune', '--older-than', 'soon'], /an age such as 12h, 7d or 4w, not 'soon'/],
    [['show', '--round', '0'], /a round number from 1, not '0'/],
    [['run', '--input', 'x', '--wait', 'long'], /a number of seconds, not 'long'/],
    [['run', '--input', 'x', '--new', '--environment', 'y'], /--new makes a fresh Environment/],
    [['run', '--input', 'x', '--interactive'], /does not go with --input/],
    [['run', '--interactive', '--json'], /no --json form/],
    [['run', '--input', ''], /The request is empty/],
    [['run', '--input', 'how is it going?', '--environment', '../x'], /cannot name an Environment/],
    [['run'], /Nothing to do: give the request/],
    [['run', 'run the tests', '--input', 'x'], /given twice/],
    [['route', 'run the tests', '--input', 'x'], /given twice/],
    [['route', 'run the tests', '--batch', 'x.jsonl'], /either the request \(route "…"\) or --batch/],
    [['run', 'the', 'tests'], /too many arguments for 'run'/],
    [['route', 'the', 'tests'], /too many arguments for 'route'/],
    [['route'], /Give either the request \(route "…"\) or --batch FILE/],
    [['environments', 'delete'], /Say which Environment to delete/],
    [['--config', 'missing.yaml', 'status'], /missing\.yaml does not exist/],
    [['--config', 'bad.yaml', 'status'], /bad\.yaml:\d+:\d+: /],
    [['--config', 'folder', 'status'], /folder/],
    [['--state', 'folder', 'run', '--input', 'how is it going?'], /it is a directory/],
    [['--state', 'postgres://me:hunter2@db/x', 'status'], /^postgres:\/\/… cannot be the store: it is a file/],
    [['feedback', '--help'], /no command 'feedback'/],
    [['skills', 'chekc', '--help'], /Did you mean check\?/],
    [['show'], /Nothing has been stored yet/],
    [['cancel', 'job_20200101_000000_abcdef'], /Nothing has been stored yet/],
    [['environments', 'import', 'missing.json'], /missing\.json/],
  ])('%j is refused with exit code 2 and says why', async (args, message) => {
    const here = await project();
    await mkdir(join(here.dir, 'folder'));
    await put(here.dir, { 'bad.yaml': 'paths:\n  run_rot: [x\n' });
    const { code, stdout, stderr } = await command(here, args);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n {4}at |outputHelp|SqliteError/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('is told as one JSON value on stderr with --json', async () => {
    const { code, stdout, stderr } = await command(await project(), ['statsu', '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'UNKNOWN_COMMAND', message: expect.stringContaining('Did you mean status?') },
    });
  });
});

describe('the way out', () => {
  it.skipIf(!existsSync('/dev/full'))('that is full is an error, not a success', async () => {
    const here = await project();
    const { code, stderr } = await command(here, ['status', '--json'], { script: 'exec "$0" "$@" >/dev/full' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The result cannot be written: ENOSPC/),
    });
  });
});

describe('a working directory', () => {
  it('that is gone is said in one line', async () => {
    const here = await project();
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"';
    const { code, stderr } = await command(here, ['status'], { script });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^The working directory is not there/m),
    });
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});

describe('a request on stdin', () => {
  it('is read with --input -', async () => {
    const { code, stdout } = await command(await project(), ['--input', '-'], { stdin: '\n现在怎么样了\n' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '当前没有正在运行的任务。\n' });
  });

  it('may be in the encoding of an older terminal', async () => {
    const gbk = Buffer.from('cfd6d4dad4f5c3b4d1f9c1cb', 'hex');
    const { code, stdout } = await command(await project(), ['--input', '-'], { stdin: gbk });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '当前没有正在运行的任务。\n' });
  });

  it.each([
    ['300 KB', 'x'.repeat(300 * 1024), /at most 262144/],
    ['more than anybody reads', 'x'.repeat(5 * 1024 * 1024), /more than 1048576 bytes long\. Put the data into a file/],
    ['a NUL', 'how\0is it going?', /NUL character at position 3/],
    ['nothing', '', /The request is empty/],
  ])('is refused where it is %s', async (_name, stdin, message) => {
    const { code, stderr } = await command(await project(), ['run', '--input', '-'], { stdin });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('help', () => {
  it.each(['case', 'cases'])('of %s offers no Environment: it makes its own', async (name) => {
    const here = await project();
    expect((await command(here, [name, '--help'])).stdout).not.toContain('--environment');
    expect((await command(here, ['status', '--help'])).stdout).toContain('--environment');
  });

  it.each(['en', 'zh'])('is there for every command in %s, and starts nothing', async (lang) => {
    const here = await project();
    const { code, stdout } = await command(here, ['--lang', lang, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(lang === 'zh' ? '命令：' : 'Commands:');
    const zh = /[\p{Script=Han}]/u;
    for (const line of stdout.split('\n').filter((one) => /^ {2}[a-z]+ \[/.test(one)))
      expect(zh.test(line)).toBe(lang === 'zh');
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    expect(names).toEqual(
      expect.arrayContaining(['run', 'show', 'status', 'collect', 'logs', 'cancel', 'route', 'doctor']),
    );
    const some = ['run', 'environments', 'logs'];
    const each = await Promise.all(some.map((name) => command(here, [name, '--help', '--lang', lang])));
    for (const [at, { code: ended, stdout: text }] of each.entries()) {
      expect(ended).toBe(0);
      expect(text).toContain(`environment-runtime ${some[at]}`);
      expect(zh.test(text)).toBe(lang === 'zh');
    }
  });

  it('follows the locale, and `help` is the same as --help', async () => {
    const here = await project();
    const [flag, word] = await Promise.all([
      command(here, ['run', '--help'], { env: { LANG: 'zh_CN.UTF-8' } }),
      command(here, ['help', 'run'], { env: { LANG: 'zh_CN.UTF-8' } }),
    ]);
    expect(flag.stdout).toContain('用法：');
    expect(word).toEqual(flag);
  });

  it('prints the version', async () => {
    expect((await command(await project(), ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('before anything was done', () => {
  it.each<[string[], RegExp]>([
    [['status'], /^Nothing is under way\.\n$/],
    [['--lang', 'zh', 'status'], /^[\p{Script=Han}，。]+\n$/u],
    [['collect'], /^Nothing new has ended\.\n$/],
    [['environments', 'list'], /^There is no Environment yet\./],
    [['prune', '--older-than', '1d'], /^Removed the files of 0 jobs and 0 rounds\.\n$/],
  ])('%j says so', async (args, words) => {
    const { code, stdout } = await command(await project(), args);
    expect(stdout).toMatch(words);
    expect(code).toBe(0);
  });

  it.each([['status'], ['collect'], ['environments', 'list']])('%s has an empty list for programs', async (...args) => {
    const { stdout } = await command(await project(), [...args, '--json']);
    expect(stdout).toBe('[]\n');
  });
});
