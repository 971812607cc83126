import { describe, expect, it } from 'vitest';
import { judge } from '../../skills/controller/functest/judge.js';
import type { ParsedRun } from '../../skills/controller/functest/parsers/parser.js';
import { render } from '../../skills/controller/functest/render.js';

function run(
  passed: number,
  failed: number,
  more: Partial<ParsedRun> & { skipped?: number; errors?: number } = {},
): ParsedRun {
  const { skipped = 0, errors = 0, ...rest } = more;
  const counts = { total: passed + failed + skipped + errors, passed, failed, skipped, errors };
  return { runner: 'tap', counts, failures: [], complete: true, notes: [], ...rest };
}

const exit = (code: number | null, signal: string | null = null) => ({ code, signal });

/** exit, runs, verdict, notes */
const CASES: [string, ReturnType<typeof exit>, ParsedRun[], string, string[]][] = [
  ['green', exit(0), [run(3, 0)], 'passed', []],
  ['red', exit(1), [run(2, 1)], 'failed', []],
  ['red by errors', exit(1), [run(2, 0, { errors: 1 })], 'failed', []],
  ['red tests behind exit code 0', exit(0), [run(2, 1)], 'failed', ['exit_hides_failures']],
  ['green tests but a bad exit', exit(1), [run(3, 0)], 'failed', ['exit_disagrees']],
  ['no tests', exit(0), [run(0, 0)], 'error', ['no_tests']],
  ['no tests and a bad exit', exit(5), [run(0, 0)], 'error', ['no_tests']],
  ['only skipped tests', exit(0), [run(0, 0, { skipped: 4 })], 'error', ['all_skipped']],
  ['cut output', exit(1), [run(5, 1, { complete: false })], 'error', ['incomplete']],
  ['cut output behind exit code 0', exit(0), [run(5, 0, { complete: false })], 'error', ['incomplete']],
  ['killed', exit(null, 'SIGKILL'), [run(5, 0, { complete: false })], 'error', ['killed', 'incomplete']],
  ['killed with nothing seen', exit(null, 'SIGSEGV'), [], 'error', ['killed']],
  ['bailed out', exit(255), [run(1, 0, { notes: [{ code: 'bail_out', reason: 'x' }] })], 'error', ['bail_out']],
  [
    'nothing loads',
    exit(2),
    [run(0, 0, { errors: 1, notes: [{ code: 'nothing_loads', errors: 1 }] })],
    'error',
    ['nothing_loads'],
  ],
  ['two runs, one red', exit(0), [run(1, 0), run(0, 1)], 'failed', ['exit_hides_failures']],
  ['two runs, one cut', exit(0), [run(1, 0), run(1, 0, { complete: false })], 'error', ['incomplete']],
  ['unknown, exit 0', exit(0), [], 'passed', ['unrecognised']],
  ['unknown, exit 1', exit(1), [], 'failed', ['unrecognised']],
  ['unknown, program missing', exit(127), [], 'error', ['launch_failed']],
  ['unknown, not executable', exit(126), [], 'error', ['launch_failed']],
];

describe('the verdict', () => {
  it.each(CASES)('%s', (_what, ended, runs, verdict, notes) => {
    const judgement = judge(ended, { runs, shadowed: [] });
    expect([judgement.verdict, judgement.notes.map((note) => note.code)]).toEqual([verdict, notes]);
  });

  it('a report that hides what the output shows as red is not believed', () => {
    const judgement = judge(exit(0), {
      runs: [run(3, 0)],
      shadowed: [run(2, 1, { failures: [{ name: 'x', message: '' }] })],
    });
    expect(judgement).toMatchObject({ verdict: 'failed', failures: [{ name: 'x' }] });
    expect(judgement.notes.map((note) => note.code)).toEqual(['summary_disagrees']);
  });

  it('counts of several runs are added up', () => {
    expect(
      judge(exit(1), { runs: [run(1, 2), run(3, 0, { runner: 'pytest', skipped: 1 })], shadowed: [] }),
    ).toMatchObject({
      counts: { total: 7, passed: 4, failed: 2, skipped: 1, errors: 0 },
      runner: 'tap + pytest',
    });
  });

  it('without counts there are none, rather than zeros', () => {
    expect(judge(exit(0), { runs: [], shadowed: [] }).counts).toBeNull();
  });
});

describe('the words', () => {
  const failures = Array.from({ length: 12 }, (_, index) => ({
    name: `case ${index}`,
    file: 'a.js',
    line: index + 1,
    message: 'no\nreally',
  }));
  const facts = {
    ...judge(exit(1), { runs: [run(3, 14, { failures })], shadowed: [] }),
    duration_ms: 1_260,
    command: ['npm', 'test'],
    tail: [],
  };

  it('list red tests up to a bound and say how many are left', () => {
    const lines = render(facts, 'en').split('\n');
    expect(lines[0]).toBe(
      'Tests failed: 17 tests: 3 passed, 14 failed, 0 skipped, 0 errors, in 1.3 s (tap, npm test).',
    );
    expect(lines.slice(2, 5)).toEqual(['1. case 0 (a.js:1)', '   no', '   really']);
    expect(lines.at(-1)).toBe('… and 4 more');
  });

  it('are in the language of the request', () => {
    expect(render(facts, 'zh')).toMatch(
      /^测试未通过：共 17 个用例，通过 3，失败 14，跳过 0，出错 0，用时 1.3 秒（tap，npm test）。\n失败的用例：/,
    );
    expect(render(facts, 'zh')).toMatch(/……另有 4 个没有列出$/);
  });

  it('show the end of the output where no test explains the verdict', () => {
    const unknown = {
      ...judge(exit(1), { runs: [], shadowed: [] }),
      duration_ms: 0,
      command: ['./check.sh'],
      tail: ['a', 'b'],
    };
    expect(render(unknown, 'en')).toMatch(/judged by exit code 1 alone\nLast output:\n {2}a\n {2}b$/);
  });
});
