import { describe, expect, it } from 'vitest';
import { chineseNumber } from '../../../src/controller/parameters/chinese-number.js';
import { toQuantity } from '../../../src/controller/parameters/quantity.js';

describe('a quantity in the words of a request', () => {
  it.each([
    ['50', null, 50],
    ['1,000', null, 1000],
    ['1.5k', null, 1500],
    ['2万', null, 20_000],
    ['五十', null, 50],
    ['200ms', 'ms', 200],
    ['0.2 s', 'ms', 200],
    ['200 毫秒', 'ms', 200],
    ['1.5秒', 'ms', 1500],
    ['两分钟', 's', 120],
    ['2 minutes', 's', 120],
    ['90', 's', 90],
    ['92%', 'ratio', 0.92],
    ['0.92', 'ratio', 0.92],
    ['1 GB', 'MB', 1000],
    ['-3', null, -3],
  ] as const)('reads %s in %s as %d', (text, unit, value) => {
    expect(toQuantity(text, unit)).toBe(value);
  });

  it.each([
    ['fast', null],
    ['50 apples', null],
    ['200ms', 'MB'],
    ['200ms', null],
    ['', 'ms'],
    ['十百', null],
    ['5 constructor', null],
    ['5 constructor', 'ms'],
    ['5 s', 'constructor'],
  ])('finds no quantity in %j with unit %s', (text, unit) => {
    expect(toQuantity(text, unit)).toBeNull();
  });
});

describe('a Chinese numeral', () => {
  it.each([
    ['零', 0],
    ['两', 2],
    ['十', 10],
    ['十五', 15],
    ['二十', 20],
    ['一百零五', 105],
    ['两百五', 250],
    ['两千三百', 2300],
    ['一万', 10_000],
    ['一万二', 12_000],
    ['三万零五十', 30_050],
  ])('%s is %d', (text, value) => {
    expect(chineseNumber(text)).toBe(value);
  });

  it.each(['', '万', '一二三', '百千', '一万万'])('%j is none', (text) => {
    expect(chineseNumber(text)).toBeNull();
  });
});
