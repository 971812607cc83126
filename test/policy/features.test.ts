import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract } from '../../src/policy/features.js';
import { MAX_CHARS, normalize } from '../../src/policy/normalize.js';
import { tokenize } from '../../src/policy/tokens.js';

describe('tokens', () => {
  it('are words, each ideograph alone, and each mark', () => {
    expect(tokenize('请 Run it现在!跑test2')).toEqual(['请', 'run', 'it', '现', '在', '!', '跑', 'test2']);
  });

  it.each([
    ['has it stopped?', ['has', 'it', 'stopped', '?']],
    ['停了没？？', ['停', '了', '没', '?']],
    ["don't stop it, how far", ['dont', 'stop', 'it', ',', 'how', 'far']],
    ['stop it...', ['stop', 'it']],
    ['先别跑。', ['先', '别', '跑']],
    ['a , , b', ['a', ',', 'b']],
    ['a--b -- c', ['a', '-', 'b', '-', 'c']],
  ])('of %s hold its marks once, and a closing one only where it asks', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it('are the same for full-width and composed forms', () => {
    expect(tokenize('ＲＵＮ　ｔｅｓｔ')).toEqual(tokenize('run test'));
    expect(tokenize('cafe\u0301')).toEqual(tokenize('caf\u00e9'));
  });

  it('keep a word with an apostrophe whole', () => {
    expect(tokenize("what's don’t")).toEqual(['whats', 'dont']);
  });

  it('hold ideographs beyond the basic plane, and words of other scripts', () => {
    expect(tokenize('𠀀𠀁 привет שלום')).toEqual(['𠀀', '𠀁', 'привет', 'שלום']);
  });

  it('are none for blanks, marks alone, emoji and NUL', () => {
    for (const text of ['', ' \t\n', '!?…—', '🚀🚀', '\0\u200b']) expect(tokenize(text)).toEqual([]);
  });
});

describe('features', () => {
  it('are distinct and finite for any text at all, lone surrogates included', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { keys, values } = extract(`${text}\ud800`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(values.length).toBe(keys.length);
        expect(values.every((value) => value > 0 && Number.isFinite(value))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('are none for an empty text', () => {
    expect(extract('').keys.length).toBe(0);
  });

  it('of a word do not tell one number from another', () => {
    const own = (text: string) => new Set(extract(text).keys);
    const [shared, other] = [own('4170 rps'), own('93 rps')];
    expect([...shared].filter((key) => other.has(key)).length).toBeGreaterThan(
      [...own('alpha rps')].filter((key) => other.has(key)).length,
    );
  });

  it('weigh a repeated word by the logarithm of its count', () => {
    const once = extract('go').values[0] as number;
    expect(extract('go go go').values[0]).toBeCloseTo(once * (1 + Math.log(3)), 10);
  });
});

describe('a text of 50 MB', () => {
  it('is read at its two ends only', () => {
    const middle = 'x'.repeat(50_000_000);
    const text = `run the functional tests on ${middle} and tell me`;
    expect(normalize(text).length).toBeLessThanOrEqual(MAX_CHARS + 1);
    expect(tokenize(text).slice(0, 2)).toEqual(['run', 'the']);
    expect(tokenize(text).at(-1)).toBe('me');
    expect(extract(text).keys).toEqual(extract(`${text.slice(0, 5_000)}${text.slice(-5_000)}`).keys);
  });

  it('stays bounded where normal forms are longer than what was written', () => {
    expect(normalize('\ufdfa'.repeat(10_000)).length).toBeLessThanOrEqual(MAX_CHARS + 1);
  });
});
