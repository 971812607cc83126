import { describe, expect, it } from 'vitest';
import { readOutput } from './read-output.js';

function read(text: string, size?: number) {
  const run = readOutput({ stdout: text }, size).runs[0];
  if (!run) return null;
  const { total, passed, failed, skipped, errors } = run.counts;
  return {
    counts: [total, passed, failed, skipped, errors],
    complete: run.complete,
    notes: run.notes,
    failures: run.failures,
  };
}

describe('pytest', () => {
  it.each([
    ['5 passed in 0.12s', [5, 5, 0, 0, 0]],
    ['=== 1 failed, 2 passed, 3 warnings in 62.30s (0:01:02) ===', [3, 2, 1, 0, 0]],
    ['=== 2 errors in 0.5s ===', [2, 0, 0, 0, 2]],
    ['=== no tests ran in 0.01s ===', [0, 0, 0, 0, 0]],
    ['=== 3 deselected in 0.01s ===', [0, 0, 0, 0, 0]],
    ['1 passed, 1 skipped, 1 xfailed, 1 xpassed, 2 rerun in 1s', [4, 2, 0, 2, 0]],
  ])('%s', (line, counts) => {
    expect(read(`${line}\n`)).toMatchObject({ counts, complete: true });
  });

  it.each(['5 passed', 'all 5 passed in time', '5 passed in 0.12', 'x 5 passed in 0.12s'])(
    '%s is not its last line',
    (line) => {
      expect(read(`${line}\n`)).toBeNull();
    },
  );

  it('a session that is cut counts what was seen', () => {
    const text = '=== test session starts ===\ncollected 40 items\n\ntests/test_a.py ..F.s\ntests/test_b.py ..E';
    expect(read(text)).toMatchObject({ counts: [8, 5, 1, 1, 1], complete: false });
  });

  it('a verbose session on several workers that is cut counts what was seen', () => {
    const lines = [
      '=== test session starts ===',
      '[gw0] [  2%] PASSED tests/test_a.py::test_one ',
      '[gw1] [  4%] FAILED tests/test_a.py::test_two[中 文] ',
      'tests/test_a.py::test_three SKIPPED (no net) [ 6%]',
    ];
    expect(read(lines.join('\n'))).toMatchObject({ counts: [3, 1, 1, 1, 0], complete: false });
  });

  it('an internal error is the runner, not the tests', () => {
    const text =
      '=== test session starts ===\nINTERNALERROR> Traceback\nINTERNALERROR> KeyError: 1\n=== no tests ran in 0.1s ===\n';
    expect(read(text)?.notes).toEqual([{ code: 'runner_broke', message: 'Traceback' }]);
  });

  it('sessions after each other are added up', () => {
    const text =
      '=== test session starts ===\n=== 2 passed in 1.0s ===\n=== test session starts ===\n=== 1 failed in 1.0s ===\n';
    expect(read(text)).toMatchObject({ counts: [3, 2, 1, 0, 0], complete: true });
  });

  it('progress knows how many there are', async () => {
    const { PytestParser } = await import('../../skills/controller/functest/parsers/pytest.js');
    const parser = new PytestParser();
    for (const text of [
      '=== test session starts ===',
      'collected 12 items / 2 deselected / 10 selected',
      'test_a.py ..F',
    ]) {
      parser.feed({ text, starts_line: true, ends_line: true });
    }
    expect(parser.progress()).toEqual({ done: 3, total: 10 });
  });
});

describe('vitest and jest JSON', () => {
  const test = (status: string, name: string, message = '') => ({
    status,
    fullName: name,
    title: name,
    failureMessages: message === '' ? [] : [message],
  });
  const report = (tests: object[], more: object = {}) => ({
    numTotalTests: tests.length,
    numPassedTests: tests.filter((one) => 'status' in one && one.status === 'passed').length,
    numFailedTests: tests.filter((one) => 'status' in one && one.status === 'failed').length,
    success: true,
    testResults: [{ assertionResults: tests, status: 'passed', message: '', name: '/p/a.test.ts' }],
    ...more,
  });

  it.each([0, 2])('a report after other lines is read, indented by %s', (indent) => {
    const json = JSON.stringify(
      report([test('passed', 'a'), test('failed', '乙', 'Error: "x"\n    at f (a.ts:1:2)')]),
      null,
      indent,
    );
    expect(read(`> test\n{ not: json }\n{\n${json}\ndone {}\n`, 7)).toMatchObject({
      counts: [2, 1, 1, 0, 0],
      complete: true,
      failures: [{ name: '乙', file: '/p/a.test.ts', message: 'Error: "x"' }],
    });
  });

  it('a report that is cut is not complete', () => {
    const json = JSON.stringify(report([test('passed', 'a'), test('passed', 'b')]));
    expect(read(json.slice(0, -60))).toMatchObject({ complete: false });
  });

  it('an interrupted report is not complete', () => {
    expect(read(JSON.stringify(report([test('passed', 'a')], { wasInterrupted: true })))?.complete).toBe(false);
  });

  it('totals that say more failed are believed, and said', () => {
    expect(
      read(
        JSON.stringify(report([test('passed', 'a'), test('passed', 'b')], { numFailedTests: 1, numPassedTests: 1 })),
      ),
    ).toMatchObject({
      counts: [2, 1, 1, 0, 0],
      notes: [{ code: 'summary_disagrees', summary: 1, counted: 0 }],
    });
  });

  it('a run that calls itself unsuccessful without a red test is said', () => {
    expect(read(JSON.stringify(report([test('passed', 'a')], { success: false })))?.notes).toEqual([
      { code: 'suite_failed' },
    ]);
  });

  it('escapes, other numbers and odd values are read', () => {
    const json =
      '{"a":[1,-2.5e3,true,false,null,{}, []],"numFailedTests":1,"testResults":[{"assertionResults":[{"status":"failed","fullName":"\\u4e2d\\t\\"\\\\"}],"name":"f"}]}';
    expect(read(json, 1)?.failures).toEqual([{ name: '中 "\\', file: 'f', message: '' }]);
  });

  it.each([
    ['deep nesting', '{"a":'.repeat(100_000)],
    ['deep nesting in a report', `{"numFailedTests":0,"x":${'['.repeat(100_000)}`],
    ['a huge string', `{"numTotalTests":1,"x":"${'y'.repeat(4_000_000)}"}`],
    ['a huge number', `{"numTotalTests":${'9'.repeat(1_000_000)}}`],
    ['a key of objects', '{"__proto__":{"numFailedTests":1},"constructor":1}'],
  ])('%s does no harm', (_what, text) => {
    const started = performance.now();
    expect(() => read(text, 65_536)).not.toThrow();
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('colours and control characters in names and messages are removed', () => {
    const json = JSON.stringify(
      report([test('failed', '\u001b[31m红\u001b[39m\u0007\u009b2J', '\u001b[1mno\u001b[22m\u0000')]),
    );
    expect(read(json)?.failures[0]).toMatchObject({ name: '红2J', message: 'no' });
  });

  it('other JSON is not a report', () => {
    expect(read('{"level":"info","tests":3}\n{"stats":{"failures":0}}\n')).toBeNull();
  });
});
