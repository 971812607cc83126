import { describe, expect, it } from 'vitest';
import { readOutput } from './read-output.js';

function read(...lines: string[]) {
  const run = readOutput({ stdout: `${lines.join('\n')}\n` }).runs[0];
  if (!run) return null;
  const { total, passed, failed, skipped } = run.counts;
  return { counts: [total, passed, failed, skipped], complete: run.complete, notes: run.notes, failures: run.failures };
}

describe('TAP', () => {
  it('a plan and points without a version are enough', () => {
    expect(read('1..2', 'ok 1 - one', 'not ok 2 two')).toMatchObject({ counts: [2, 1, 1, 0], complete: true });
  });

  it('points without a plan are not TAP', () => {
    expect(read('ok 1 - one', 'ok', 'not ok 2')).toBeNull();
  });

  it.each([
    ['ok 1 - a # SKIP no network', [1, 0, 0, 1]],
    ['ok 1 - a # skipped', [1, 0, 0, 1]],
    ['not ok 1 - a # TODO later', [1, 0, 0, 1]],
    ['ok 1 - a # todo', [1, 0, 0, 1]],
    ['ok 1 # skip', [1, 0, 0, 1]],
    ['not ok 1 - a \\# TODO is part of the name', [1, 0, 1, 0]],
    ['not ok 1 - issue #12', [1, 0, 1, 0]],
    ['not ok 1', [1, 0, 1, 0]],
    ['not ok', [0, 0, 0, 0]],
  ])('%s', (line, counts) => {
    expect(read('TAP version 14', line, '1..1')?.counts).toEqual(counts);
  });

  it('escapes in a name are undone', () => {
    expect(read('TAP version 14', 'not ok 1 - a \\# b', '1..1')?.failures[0]?.name).toBe('a # b');
  });

  it('bail out is an error and keeps what was seen', () => {
    expect(read('TAP version 13', '1..5', 'ok 1', 'not ok 2 - x', 'Bail out! database is gone')).toMatchObject({
      counts: [2, 1, 1, 0],
      notes: [{ code: 'bail_out', reason: 'database is gone' }],
    });
  });

  it.each([
    ['fewer', ['1..3', 'ok 1', 'ok 2'], { planned: 3, seen: 2 }],
    ['more', ['1..1', 'ok 1', 'ok 2'], { planned: 1, seen: 2 }],
    ['fewer in a subtest', ['1..1', '    1..2', '    ok 1', 'ok 1 - outer'], { planned: 2, seen: 1 }],
  ])('%s points than planned is said', (_how, lines, note) => {
    expect(read('TAP version 14', ...lines)?.notes).toEqual([{ code: 'plan_mismatch', ...note }]);
  });

  it('without its plan a run is not complete', () => {
    expect(read('TAP version 13', 'ok 1 - a', 'ok 2 - b')).toMatchObject({ counts: [2, 2, 0, 0], complete: false });
  });

  it('a plan of nothing ran nothing', () => {
    expect(read('TAP version 13', '1..0 # SKIP no database')).toMatchObject({ counts: [0, 0, 0, 0], complete: true });
  });

  it('only the leaves of subtests count', () => {
    const lines = ['# Subtest: outer', '    ok 1 - a', '    not ok 2 - b', '    1..2', 'not ok 1 - outer', '1..1'];
    expect(read('TAP version 14', ...lines)).toMatchObject({ counts: [2, 1, 1, 0], failures: [{ name: 'b' }] });
  });

  it('a red subtest whose points are all green counts itself', () => {
    expect(read('TAP version 14', '    ok 1 - a', '    1..1', 'not ok 1 - teardown', '1..1')).toMatchObject({
      counts: [2, 1, 1, 0],
      failures: [{ name: 'teardown' }],
    });
  });

  it('what is red inside a TODO does not count as red', () => {
    expect(read('TAP version 14', '    not ok 1 - a', '    1..1', 'not ok 1 - later # TODO', '1..1')?.counts).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('several runs in one output are added up', () => {
    const run = ['TAP version 13', '1..1', 'ok 1 - a'];
    expect(read(...run, ...run, '1..1', 'not ok 1 - c')).toMatchObject({ counts: [3, 2, 1, 0], complete: true });
  });

  it('a diagnostic block gives message and place', () => {
    const lines = [
      'not ok 1 - 价格',
      '  ---',
      '  message: "expected 1, got 2"',
      '  at:',
      '    fileName: lib/price.js',
      '    lineNumber: 12',
      '  found: "not ok 2 - no point"',
      '  ...',
      '1..1',
    ];
    expect(read('TAP version 13', ...lines)?.failures).toEqual([
      { name: '价格', file: 'lib/price.js', line: 12, message: 'expected 1, got 2' },
    ]);
  });

  it('a diagnostic block that never ends does not swallow the next point', () => {
    const lines = ['not ok 1 - a', '  ---', '  message: cut', 'ok 2 - b', '1..2'];
    expect(read('TAP version 13', ...lines)?.counts).toEqual([2, 1, 1, 0]);
  });

  it('lines that look like points inside a diagnostic block are no points', () => {
    const lines = ['not ok 1 - a', '  ---', '  message: |-', '    ok 7 - quoted', '  ...', '1..1'];
    expect(read('TAP version 13', ...lines)?.counts).toEqual([1, 0, 1, 0]);
  });

  it('totals printed by a test before the plan are not believed', () => {
    const lines = [
      '# pass 99',
      '# cancelled 0',
      'not ok 1 - a',
      '1..1',
      '# tests 1',
      '# pass 0',
      '# fail 1',
      '# cancelled 0',
    ];
    expect(read('TAP version 13', ...lines)?.counts).toEqual([1, 0, 1, 0]);
  });

  it('totals that hide a red point lose', () => {
    const lines = ['not ok 1 - a', '1..1', '# tests 1', '# pass 1', '# fail 0', '# cancelled 0'];
    expect(read('TAP version 13', ...lines)).toMatchObject({
      counts: [1, 0, 1, 0],
      notes: [{ code: 'summary_disagrees', summary: 0, counted: 1 }],
    });
  });

  it('Windows line ends, colours and a missing last line end change nothing', () => {
    const text = 'TAP version 13\r\n\u001b[32mok\u001b[39m 1 - a\r\nnot ok 2 - 测试\r\n1..2';
    expect(readOutput({ stdout: text }, 1).runs[0]).toMatchObject({
      complete: true,
      counts: { total: 2, failed: 1 },
      failures: [{ name: '测试' }],
    });
  });

  it('duplicate and absurd numbers are harmless', () => {
    expect(read('TAP version 13', 'ok 1', 'ok 1', 'ok 999999999', '1..3')?.counts).toEqual([3, 3, 0, 0]);
  });
});
