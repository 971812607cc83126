import { chmod, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { workspace } from '../harness/workspace.js';
import { recorded } from './read-output.js';
import { runFunctest } from './run-workflow.js';

const SHOP = fileURLToPath(new URL('../../examples/shop', import.meta.url));
const COUPONS = join(SHOP, 'coupons');
const OUTPUTS = fileURLToPath(new URL('./fixtures/outputs/', import.meta.url));

/** A project whose test command is a program written here. */
async function program(source: string): Promise<{ path: string; test_command: string[] }> {
  const path = await workspace();
  await writeFile(join(path, 'run.mjs'), source);
  return { path, test_command: [process.execPath, 'run.mjs'] };
}

const printing = (name: string, code: number) =>
  program(`import { readFileSync, writeSync } from 'node:fs';
    writeSync(1, readFileSync(${JSON.stringify(join(OUTPUTS, `${name}.txt`))}));
    process.exitCode = ${code};`);

describe('functest on the example shop', () => {
  it('the shop is green', async () => {
    const { code, result, events, files, stdout } = await runFunctest({ project: { name: 'shop', path: SHOP } });
    expect(code).toBe(0);
    expect(result.task_status).toBe('done');
    expect(result.task_result).toMatch(
      /^Tests passed: 21 tests: 21 passed, 0 failed, .* \(node:test, npm test\)\.\nReport: .*report\.html$/,
    );
    expect(result.data).toMatchObject({
      verdict: 'passed',
      counts: { total: 21, passed: 21, failed: 0, skipped: 0, errors: 0 },
      failures: [],
      runner: 'node:test',
      command: ['npm', 'test'],
    });
    expect(result.data.duration_ms).toBeGreaterThan(0);
    expect(events[0]).toMatchObject({ event: 'step', name: 'run tests', index: 1, total: 2 });
    expect(events.at(-2)).toMatchObject({ event: 'progress', done: 21, total: 21, unit: 'tests' });
    expect(events.at(-1)).toMatchObject({ event: 'artifact', path: expect.stringMatching(/\/job\/report\.html$/) });
    expect(events.filter((event) => event.event === 'progress').length).toBeGreaterThan(1);
    expect(files.sort()).toEqual(['events.jsonl', 'report.html', 'result.json']);
    expect(stdout.toString('utf8')).toContain('下单后扣减库存并清空购物车');
  });

  it('its coupons are red, with the failing tests and where they are', async () => {
    const { code, result } = await runFunctest({
      project: { path: COUPONS, test_command: ['npm', 'test'] },
      language: 'zh',
    });
    expect(code).toBe(0);
    expect(result.task_status).toBe('failed');
    expect(result.data).toMatchObject({
      verdict: 'failed',
      counts: { total: 7, passed: 5, failed: 2, skipped: 0, errors: 0 },
      failures: [
        { name: 'rounds stacked percentages once, at the end', file: 'test/coupons.test.js' },
        { name: '百分比券的叠加顺序不影响应付金额', file: 'test/coupons.test.js' },
      ],
    });
    expect(result.data.failures[0]?.message).toContain('803 !== 802');
    expect(result.task_result).toMatch(/^测试未通过：共 7 个用例，通过 5，失败 2，/);
    expect(result.task_result).toContain('803 !== 802');
  });

  it('one file of the shop is run alone', async () => {
    const { result } = await runFunctest({
      project: { path: SHOP },
      params: { path: 'test/checkout.test.js', filter: '空购物车不能' },
    });
    expect(result.data).toMatchObject({ verdict: 'passed', counts: { passed: 1, failed: 0 } });
    expect(result.data.command).toEqual([
      'node',
      '--test',
      '--test-name-pattern=空购物车不能',
      'test/checkout.test.js',
    ]);
  });

  it('a name that no test has is said, in place of what was skipped', async () => {
    const params = { path: 'test/checkout.test.js', filter: 'nothing like it' };
    const { result } = await runFunctest({ project: { path: SHOP }, params });
    expect(result.data).toMatchObject({ verdict: 'error', counts: { passed: 0 } });
    expect(result.task_result).toContain('--test-name-pattern=nothing like it"');
    expect(result.task_result).toContain('\nNote: no test has “nothing like it” in its name, so nothing ran\n');
  });

  it('a folder of the shop that is a project of its own is run as one', async () => {
    const { result } = await runFunctest({
      project: { path: SHOP, test_command: ['false'] },
      params: { path: 'coupons' },
    });
    expect(result.data).toMatchObject({ verdict: 'failed', counts: { total: 7 }, command: ['npm', 'test'] });
  });

  it('without a project the working directory is the project', async () => {
    const { result } = await runFunctest({ project: null, params: { path: './coupons' } }, SHOP);
    expect(result.data).toMatchObject({ verdict: 'failed', counts: { total: 7 } });
  });
});

describe('functest where it cannot do its work', () => {
  it.each([
    [
      'a project that is not there',
      { path: join(SHOP, 'nowhere') },
      {},
      /^Tests could not be completed\.\nNote: the project folder .*nowhere does not exist/,
    ],
    ['a path that is not there', { path: SHOP }, { path: 'test/none.test.js' }, /there is no test\/none\.test\.js in /],
    [
      'a command that is not there',
      { path: SHOP, test_command: ['no-such-runner', 'x'] },
      {},
      /cannot start the test command no-such-runner: ENOENT/,
    ],
    [
      'a command that is a folder',
      { path: SHOP, test_command: ['./src'] },
      {},
      /cannot start the test command \.\/src: EACCES/,
    ],
    [
      'a command that is no list',
      { path: SHOP, test_command: 'npm test' },
      {},
      /bad input: test_command must be a list of words/,
    ],
    ['a path that is no text', { path: SHOP }, { path: 5 }, /bad input: path must be text/],
    ['a path with NUL', { path: SHOP }, { path: 'a\0b' }, /bad input: path must be text/],
  ])('%s is an error that says so', async (_what, project, params, message) => {
    const { code, result } = await runFunctest({ project, params });
    expect(code).toBe(0);
    expect(result).toMatchObject({ task_status: 'failed', data: { verdict: 'error', counts: null, failures: [] } });
    expect(result.task_result).toMatch(message);
  });

  it('a project without a test command is an error that says what was looked for', async () => {
    const { result } = await runFunctest({ project: { path: await workspace() }, language: 'zh' });
    expect(result.data.verdict).toBe('error');
    expect(result.task_result).toMatch(/找不到测试命令：package\.json 没有 test 脚本.*projects\.<名称>\.test_command/);
  });

  it.each(['', '{', '[]', 'null', '\u0000', '{"project":[],"params":"x","language":7}'])(
    'input %j is an error, not a crash',
    async (input) => {
      const { code, result } = await runFunctest(input, await workspace());
      expect([code, result.data.verdict]).toEqual([0, 'error']);
    },
  );

  it('a program that a command needs and does not find is an error', async () => {
    const path = await workspace();
    await writeFile(join(path, 'test.sh'), '#!/bin/sh\nno-such-runner-at-all\n');
    await chmod(join(path, 'test.sh'), 0o755);
    const { result } = await runFunctest({ project: { path, test_command: ['./test.sh'] } });
    expect(result.data).toMatchObject({ verdict: 'error', counts: null });
    expect(result.task_result).toMatch(/could not start a program it needs \(exit code 127\)/);
  });
});

describe('functest on what commands do', () => {
  it('garbage is judged by the exit code, and that is said', async () => {
    const source = (code: number) =>
      `process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x0a]));console.log('done');process.exitCode=${code}`;
    const green = await runFunctest({ project: await program(source(0)) });
    expect(green.result).toMatchObject({
      task_status: 'done',
      data: { verdict: 'passed', counts: null, runner: 'unknown' },
    });
    expect(green.result.task_result).toMatch(/in no known format, so there are no counts; judged by exit code 0 alone/);
    const red = await runFunctest({ project: await program(source(3)) });
    expect(red.result).toMatchObject({ task_status: 'failed', data: { verdict: 'failed', counts: null } });
    expect(red.result.task_result).toMatch(/judged by exit code 3 alone\nLast output:\n(?:.*\n)* {2}done\nReport: .*$/);
  });

  it('a command that crashes half-way is an error with what was seen', async () => {
    const project = await program(
      `console.log('TAP version 13\\nok 1 - a\\nnot ok 2 - 坏的');process.kill(process.pid, 'SIGKILL');`,
    );
    const { result } = await runFunctest({ project });
    expect(result.data).toMatchObject({
      verdict: 'error',
      counts: { total: 2, passed: 1, failed: 1 },
      failures: [{ name: '坏的' }],
    });
    expect(result.task_result).toMatch(/ended by SIGKILL/);
    expect(result.task_result).toMatch(/the output of tap stops half-way/);
  });

  it.each([
    ['node24-spec', 1, 'failed', 12],
    ['pytest-color', 1, 'failed', 12],
    ['pytest-none', 5, 'error', 0],
    ['pytest-collect', 2, 'error', 1],
    ['pytest-ok', 0, 'passed', 1],
    ['pytest-ok', 1, 'failed', 1],
    ['pytest-x', 0, 'failed', 2],
    ['vitest-json-none', 1, 'error', 0],
    ['node20-junit-xml', 1, 'failed', 11],
  ])('%s with exit code %i is %s', async (name, code, verdict, total) => {
    const { result } = await runFunctest({ project: await printing(name, code) });
    expect(result.data).toMatchObject({ verdict, counts: { total } });
  });

  it('a runner below another test runner reports to us', async () => {
    const project = { path: COUPONS, test_command: ['npm', 'test'] };
    const { result } = await runFunctest({ project }, undefined, { NODE_TEST_CONTEXT: 'child-v8' });
    expect(result.data).toMatchObject({ runner: 'node:test', counts: { total: 7, failed: 2 } });
  });

  it("vitest's usual output, from a real run, is understood", async () => {
    const path = await workspace();
    await writeFile(
      join(path, 'a.test.mjs'),
      `import { expect, it } from 'vitest'; it('绿', () => {}); it('红', () => expect(1).toBe(2));`,
    );
    await writeFile(join(path, 'vitest.config.mjs'), 'export default {}');
    const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
    await mkdir(join(path, 'node_modules'));
    await symlink(
      fileURLToPath(new URL('../../node_modules/vitest', import.meta.url)),
      join(path, 'node_modules', 'vitest'),
    );
    const { result } = await runFunctest({
      project: { path, test_command: [process.execPath, vitest, 'run', '--root', path] },
    });
    expect(result.data).toMatchObject({
      verdict: 'failed',
      runner: 'vitest',
      counts: { total: 2, passed: 1, failed: 1 },
      failures: [{ name: '红', file: 'a.test.mjs', line: 1 }],
    });
  });

  it('what a command leaves running does not keep the result back', async () => {
    const path = await workspace();
    const script = 'sleep 30 & echo $! > pid; echo "1..1"; echo "ok 1 - a"';
    const { result } = await runFunctest({ project: { path, test_command: ['/bin/sh', '-c', script] } });
    process.kill(Number(await readFile(join(path, 'pid'), 'utf8')));
    expect(result.data.verdict).toBe('passed');
    expect(result.data.duration_ms).toBeLessThan(20_000);
  });
});

describe('functest and report files', () => {
  const green = '<testsuite tests="1"><testcase name="a"/></testsuite>';
  const red = '<testsuite tests="1"><testcase name="红"><failure message="no"/></testcase></testsuite>';
  const writing = (text: string, more = '') =>
    program(`import { writeFileSync } from 'node:fs'; writeFileSync('r.xml', ${JSON.stringify(text)}); ${more}`);

  it('the report that the project names counts, and is announced', async () => {
    const { result, events } = await runFunctest({
      project: { ...(await writing(red, 'process.exitCode = 1')), junit: 'r.xml' },
    });
    expect(result.data).toMatchObject({
      verdict: 'failed',
      runner: 'junit',
      counts: { total: 1, failed: 1 },
      failures: [{ name: '红' }],
    });
    expect(events.some((event) => event.event === 'artifact')).toBe(true);
  });

  it('a report that the command announces is found', async () => {
    const project = await writing(green, `console.log('- generated xml file: ' + process.cwd() + '/r.xml -')`);
    expect((await runFunctest({ project })).result.data).toMatchObject({
      verdict: 'passed',
      runner: 'junit',
      counts: { total: 1 },
    });
  });

  it("a report named by the command's own options is found", async () => {
    const project = await writing(green);
    project.test_command.push('--junitxml=r.xml');
    expect((await runFunctest({ project })).result.data).toMatchObject({ verdict: 'passed', runner: 'junit' });
  });

  it('a folder of reports is added up', async () => {
    const project = await program(
      `import { writeFileSync } from 'node:fs'; for (const n of [1, 2]) writeFileSync('out/' + n + '.xml', ${JSON.stringify(green)});`,
    );
    await mkdir(join(project.path, 'out'));
    await writeFile(join(project.path, 'out/0.xml'), red);
    await utimes(join(project.path, 'out/0.xml'), 1, 1);
    expect((await runFunctest({ project: { ...project, junit: 'out' } })).result.data).toMatchObject({
      verdict: 'passed',
      counts: { total: 2 },
    });
  });

  it('a report in UTF-16 is read', async () => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?>${red}`;
    const project = await program(
      `import { writeFileSync } from 'node:fs'; writeFileSync('r.xml', ${JSON.stringify(text)}, 'utf16le'); process.exitCode = 1;`,
    );
    const { result } = await runFunctest({ project: { ...project, junit: 'r.xml' } });
    expect(result.data).toMatchObject({ verdict: 'failed', runner: 'junit', failures: [{ name: '红' }] });
  });

  it('a report that is no report is said', async () => {
    const { result } = await runFunctest({ project: { ...(await writing('<html/>')), junit: 'r.xml' } });
    expect(result.data).toMatchObject({ verdict: 'passed', runner: 'unknown', counts: null });
    expect(result.task_result).toContain('the report r.xml is in no known format and was not used');
  });

  it('a report of an earlier run is not used, and that is said', async () => {
    const project = await program(`console.log('1..1\\nok 1')`);
    await writeFile(join(project.path, 'r.xml'), red);
    const { result } = await runFunctest({ project: { ...project, junit: 'r.xml' } });
    expect(result.data).toMatchObject({ verdict: 'passed', runner: 'tap', counts: { total: 1 } });
    expect(result.task_result).toContain('the report r.xml is of an earlier run and was not used');
  });

  it('a report that was not written is said', async () => {
    const project = await program(`console.log('1..1\\nok 1')`);
    const { result } = await runFunctest({ project: { ...project, junit: 'r.xml' } });
    expect(result.task_result).toContain('the report r.xml was not written');
  });

  it('a green report does not hide red tests of the output', async () => {
    const project = await writing(green, `console.log('1..1\\nnot ok 1 - hidden')`);
    const { result } = await runFunctest({ project: { ...project, junit: 'r.xml' } });
    expect(result.data).toMatchObject({ verdict: 'failed', failures: [{ name: 'hidden' }] });
  });
});

describe('functest and much output', () => {
  const flooding = (line: string, megabytes: number) =>
    program(`
      const lines = Buffer.from(${JSON.stringify(line)}.repeat(1000));
      const write = (bytes) => new Promise((resolve) => process.stdout.write(bytes, resolve));
      await write('TAP version 13\\n1..2\\nok 1 - a\\n');
      for (let left = ${megabytes} * 1024 * 1024; left > 0; left -= lines.length) await write(lines);
      await write('\\nnot ok 2 - b\\n');
      process.exitCode = 1;`);

  it.each([
    ['in lines', 'some test prints a line like this one again and again, 测试输出\n'],
    ['in one line', 'no line end in sight, 没有换行 '],
  ])('200 MB %s cost little memory', async (_how, line) => {
    const little = await runFunctest({ project: await flooding(line, 1) });
    const { result, code, peak_mb } = await runFunctest({ project: await flooding(line, 200) });
    expect(code).toBe(0);
    expect(result.data).toMatchObject({ verdict: 'failed', counts: { total: 2, passed: 1, failed: 1 } });
    expect(peak_mb - little.peak_mb).toBeLessThan(64);
  });

  it('what the command prints is passed on byte for byte', async () => {
    const { stdout } = await runFunctest({ project: await printing('pytest-color', 1) });
    expect(stdout.equals(recorded('pytest-color'))).toBe(true);
  });
});
