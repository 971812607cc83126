import { describe, expect, it } from 'vitest';
import { readOutput, recorded } from './read-output.js';

const NODE = [12, 3, 7, 2, 0];
const PYTEST = [12, 5, 4, 2, 1];

/** total, passed, failed, skipped, errors */
const OUTPUTS: [name: string, stderr: string | null, runner: string, counts: number[], failures: number][] = [
  ['node20-tap', null, 'node:test', NODE, 7],
  ['node24-tap', null, 'node:test', NODE, 7],
  ['node20-spec', null, 'node:test', NODE, 7],
  ['node24-spec', null, 'node:test', NODE, 7],
  ['node20-junit-xml', null, 'junit', [11, 3, 6, 2, 0], 6],
  ['node24-junit-xml', null, 'junit', [11, 3, 6, 2, 0], 6],
  ['pytest-default', null, 'pytest', PYTEST, 5],
  ['pytest-q', null, 'pytest', PYTEST, 5],
  ['pytest-qq', null, 'pytest', PYTEST, 5],
  ['pytest-v', null, 'pytest', PYTEST, 5],
  ['pytest-short', null, 'pytest', PYTEST, 5],
  ['pytest-line', null, 'pytest', PYTEST, 5],
  ['pytest-no', null, 'pytest', PYTEST, 5],
  ['pytest-color', null, 'pytest', PYTEST, 5],
  ['pytest-junit-xml', null, 'junit', PYTEST, 5],
  ['pytest-x', null, 'pytest', [2, 1, 1, 0, 0], 1],
  ['pytest-ok', null, 'pytest', [1, 1, 0, 0, 0], 0],
  ['pytest-collect', null, 'pytest', [1, 0, 0, 0, 1], 1],
  ['pytest-none', null, 'pytest', [0, 0, 0, 0, 0], 0],
  ['pytest-desel', null, 'pytest', [0, 0, 0, 0, 0], 0],
  ['vitest-default', 'vitest-default-stderr', 'vitest', [7, 2, 2, 2, 1], 3],
  ['vitest-verbose', 'vitest-verbose-stderr', 'vitest', [7, 2, 2, 2, 1], 3],
  ['vitest-ok', null, 'vitest', [1, 1, 0, 0, 0], 0],
  ['vitest-none', 'vitest-none-stderr', 'vitest', [0, 0, 0, 0, 0], 0],
  ['vitest-json', null, 'vitest', [7, 2, 2, 2, 1], 3],
  ['vitest-json-none', null, 'vitest', [0, 0, 0, 0, 0], 0],
  ['vitest-junit-xml', null, 'junit', [7, 2, 3, 2, 0], 3],
  ['vitest-tap', null, 'tap', [7, 2, 3, 2, 0], 3],
  ['jest-json', 'jest-stderr', 'jest', [7, 2, 2, 2, 1], 3],
  ['jest-none', null, 'jest', [0, 0, 0, 0, 0], 0],
  ['perl-tap', null, 'tap', [6, 2, 2, 2, 0], 2],
];

describe('recorded outputs', () => {
  it.each(OUTPUTS)(
    '%s has the right counts',
    (name, stderr, runner, [total, passed, failed, skipped, errors], failures) => {
      const output = { stdout: recorded(name), ...(stderr === null ? {} : { stderr: recorded(stderr) }) };
      const { runs } = readOutput(output);
      expect(runs.map((run) => run.runner)).toEqual([runner]);
      expect(runs[0]?.counts).toEqual({ total, passed, failed, skipped, errors });
      expect(runs[0]?.failures).toHaveLength(failures);
      expect(runs[0]?.complete).toBe(true);
    },
  );

  it('jest on stderr alone is read', () => {
    const { runs } = readOutput({ stderr: recorded('jest-stderr') });
    expect(runs[0]?.counts).toEqual({ total: 7, passed: 2, failed: 2, skipped: 2, errors: 1 });
    expect(runs[0]?.failures).toEqual([
      {
        name: '购物车 cart › rejects',
        file: 'mix.test.js',
        line: 3,
        message: 'expect(received).toBe(expected) // Object.is equality\nExpected: 2\nReceived: 1',
      },
      { name: 'throws', file: 'mix.test.js', line: 7, message: 'TypeError: boom\nsecond' },
      {
        name: 'broken.test.js',
        file: 'broken.test.js',
        line: 1,
        message: "Cannot find module './nothere' from 'broken.test.js'",
      },
    ]);
  });

  it('the account for people is the shadow of the JSON of the same run', () => {
    const { runs, shadowed } = readOutput({ stdout: recorded('jest-json'), stderr: recorded('jest-stderr') });
    expect([runs.length, shadowed.length]).toEqual([1, 1]);
  });

  it("prove's summary is in no known format", () => {
    expect(readOutput({ stdout: recorded('prove') }).runs).toEqual([]);
  });

  it.each(['node20-tap', 'node20-spec', 'node24-spec'])('%s names what failed, where and why', (name) => {
    const failures = readOutput({ stdout: recorded(name) }).runs[0]?.failures ?? [];
    expect(failures.map((failure) => failure.name.replace('/project/', ''))).toEqual([
      'rejects #3 items',
      'deep',
      'child bad',
      'times out',
      'x',
      'hook fails',
      'syntax.test.js',
    ]);
    expect(failures.map((failure) => failure.line)).toEqual([5, 8, 12, 14, 15, 15, 1]);
    expect(failures[1]?.message).toMatch(/boom\nsecond line$/);
    expect(failures[5]?.message).toMatch(/no db$/);
  });

  it('pytest names what failed, where and why', () => {
    expect(readOutput({ stdout: recorded('pytest-color') }).runs[0]?.failures.slice(0, 2)).toEqual([
      { name: 'test_bad', file: 'test_mix.py', line: 8, message: 'AssertionError: 价格不对\nassert 1 == 2' },
      { name: 'TestCart::test_add', file: 'test_mix.py', line: 10, message: 'ValueError: boom\nline two' },
    ]);
  });

  it('vitest names what failed, where and why', () => {
    const output = { stdout: recorded('vitest-default'), stderr: recorded('vitest-default-stderr') };
    expect(readOutput(output).runs[0]?.failures).toEqual([
      {
        name: 'test/broken.test.ts',
        file: 'test/broken.test.ts',
        line: 1,
        message: "Error: Cannot find module './nothere' imported from /project/test/broken.test.ts",
      },
      {
        name: '购物车 cart > rejects',
        file: 'test/mix.test.ts',
        line: 4,
        message: 'AssertionError: expected 1 to be 2 // Object.is equality',
      },
      { name: 'throws', file: 'test/mix.test.ts', line: 8, message: 'TypeError: boom\nsecond' },
    ]);
  });
});
