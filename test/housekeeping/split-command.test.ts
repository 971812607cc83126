import { describe, expect, it } from 'vitest';
import { nameOfCommand } from '../../src/housekeeping/command-name.js';
import { splitCommand } from '../../src/housekeeping/split-command.js';

describe('a command line', () => {
  it.each([
    ['npm test', ['npm', 'test']],
    ['  npm   run\ttest:e2e ', ['npm', 'run', 'test:e2e']],
    ['./a.sh', ['./a.sh']],
    [`echo 'a b' "c d" e\\ f`, ['echo', 'a b', 'c d', 'e f']],
    [`echo a'b'"c"d`, ['echo', 'abcd']],
    [`echo '' ""`, ['echo', '', '']],
    [`echo "say \\"hi\\" \\\\ \\$x"`, ['echo', 'say "hi" \\ $x']],
    [`sh -c 'npm test | tee log'`, ['sh', '-c', 'npm test | tee log']],
    [`echo 'a;b' "c|d*"`, ['echo', 'a;b', 'c|d*']],
    ['env CI=1 npm test', ['env', 'CI=1', 'npm', 'test']],
    ['pytest -k "not slow" --maxfail=1', ['pytest', '-k', 'not slow', '--maxfail=1']],
    ['检查 --目标 登录', ['检查', '--目标', '登录']],
    ['go test ./...', ['go', 'test', './...']],
  ])('%j is %j', (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it.each([
    ['a | b', '|'],
    ['a && b', '&'],
    ['a; b', ';'],
    ['a > out', '>'],
    ['a < in', '<'],
    ['a $X', '$'],
    ['a "$X"', '$'],
    ['a `b`', '`'],
    ['a *.js', '*'],
    ['a ~/x', '~'],
    ['a {b,c}', '{'],
    ['a (b)', '('],
    ['a # note', '#'],
  ])('%j is refused: %s needs a shell', (text, mark) => {
    expect(() => splitCommand(text)).toThrow(`${mark} needs a shell`);
  });

  it.each([['a\nb'], ["a 'b"], ['a "b'], ['a \\'], [''], ['""'], ['X=1 a']])('%j is refused', (text) => {
    expect(() => splitCommand(text)).toThrow(expect.objectContaining({ code: 'COMMAND_TEXT', exitCode: 2 }));
  });
});

describe('the name of a command', () => {
  it.each<[string[], string | null]>([
    [['./scripts/check-backup.sh', '--day'], 'check_backup'],
    [['npm', 'run', 'lint'], 'lint'],
    [['npm', 'test'], null],
    [['npm', 'run', 'test:e2e'], 'test_e2e'],
    [['python3', '-m', 'pytest'], null],
    [['python3', 'tools/report.py', '--x'], 'report'],
    [['env', 'CI=1', 'make', 'verify'], 'make'],
    [['node', '--test'], null],
    [['go', 'test', './...'], null],
    [['make', 'nightly'], 'nightly'],
    [['/opt/检查.sh'], '检查'],
    [['[', 'x', ']'], null],
  ])('of %j is %j', (argv, name) => {
    expect(nameOfCommand(argv)).toBe(name);
  });
});
