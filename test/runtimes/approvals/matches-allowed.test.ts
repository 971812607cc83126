import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesAllowed } from '../../../src/runtimes/approvals/matches-allowed.js';

const ALLOW = [['git', 'status'], ['npm', 'test', '--', '--run'], ['./check.sh']];

describe('an allowed command line', () => {
  it.each<[string, readonly string[] | string]>([
    ['as an argv', ['git', 'status']],
    ['as a text', 'git status'],
    ['with more room between its words', '  git \t status '],
    ['with options', 'npm test -- --run'],
    ['of one word', './check.sh'],
  ])('is allowed %s', (_how, asked) => {
    expect(matchesAllowed(asked, ALLOW)).toBe(true);
  });

  it.each<[string, readonly string[] | string]>([
    ['a second command after &&', 'git status && touch x'],
    ['a second command after ;', 'git status; touch x'],
    ['a second command after |', 'git status | tee x'],
    ['a second command in the background', 'git status & touch x'],
    ['a second command on the next line', 'git status\ntouch x'],
    ['a new line after it', 'git status\n'],
    ['a carriage return', 'git status\rtouch x'],
    ["Unicode's line separator", 'git status\u2028touch x'],
    ['a NUL', 'git status\0touch x'],
    ['env before it', 'env git status; touch x'],
    ['env before it, as an argv', ['env', 'git', 'status']],
    ['a shell', "sh -c 'touch x'"],
    ['a shell, as an argv', ['sh', '-c', 'git status']],
    ['busybox', 'busybox git status'],
    ['a substitution', 'git status $(touch x)'],
    ['a substitution in backticks', 'git status `touch x`'],
    ['a process substitution', 'git status <(touch x)'],
    ['a redirection', 'git status > x'],
    ['an option before the verb', "git -c core.pager='touch x' log"],
    ['an option before the verb, as an argv', ['git', '-c', 'core.pager=touch x', 'log']],
    ['an option after the verb', 'git status --porcelain'],
    ['fewer words', 'git'],
    ['a variable before it', 'GIT_PAGER=x git status'],
    ['quotes', 'git "status"'],
    ['a backslash', 'git\\ status'],
    ['a comment', 'git status # nothing'],
    ['a pattern', 'git stat?s'],
    ['a history mark', 'git status !!'],
    ['one word that holds both', ['git status']],
    ['a new line inside an argument', ['git', 'status\n']],
    ['a space that is no space', 'git\u00a0status'],
    ['the program by another path', '/tmp/git status'],
    ['another case', 'Git status'],
    ['nothing', ''],
    ['nothing, as an argv', []],
  ])('is not allowed with %s', (_what, asked) => {
    expect(matchesAllowed(asked, ALLOW)).toBe(false);
  });

  it('is no empty one, and none that begins with a variable', () => {
    expect(matchesAllowed([], [[]])).toBe(false);
    expect(matchesAllowed('', [[]])).toBe(false);
    expect(matchesAllowed('A=b git', [['A=b', 'git']])).toBe(false);
  });
});

const word = fc.stringMatching(/^[a-z0-9./:@,+-]{1,8}$/);
const line = fc.array(word, { minLength: 1, maxLength: 6 });

describe('whatever is allowed', () => {
  it('an argv is allowed exactly where it is one of the list', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string()), { maxLength: 4 }), fc.array(fc.string()), (allow, argv) => {
        const listed = argv.length > 0 && allow.some((one) => JSON.stringify(one) === JSON.stringify(argv));
        expect(matchesAllowed(argv, allow)).toBe(listed);
      }),
    );
  });

  it('a text of plain words is allowed exactly as its words are', () => {
    fc.assert(
      fc.property(line, line, (allowed, asked) => {
        expect(matchesAllowed(asked.join(' '), [allowed])).toBe(matchesAllowed(asked, [allowed]));
        expect(matchesAllowed(allowed.join('  '), [allowed])).toBe(true);
      }),
    );
  });

  it('no text with a mark of a shell is allowed, wherever it stands and whatever follows', () => {
    const mark = fc.constantFrom(...'|&;<>()[]{}$`"\'\\*?~#!\n\r\0\v\f\u0085\u2028');
    fc.assert(
      fc.property(line, mark, fc.nat(), fc.string(), (allowed, character, at, rest) => {
        const text = allowed.join(' ');
        const place = at % (text.length + 1);
        const asked = text.slice(0, place) + character + text.slice(place);
        expect(matchesAllowed(asked, [allowed])).toBe(false);
        expect(matchesAllowed(`${text}${character}${rest}`, [allowed])).toBe(false);
        expect(matchesAllowed(asked, [asked.split(' ')])).toBe(false);
      }),
    );
  });

  it('more words are never allowed by fewer', () => {
    fc.assert(
      fc.property(line, line, (allowed, more) => {
        expect(matchesAllowed([...allowed, ...more].join(' '), [allowed])).toBe(false);
        expect(matchesAllowed([...more, ...allowed], [allowed])).toBe(false);
      }),
    );
  });
});
