import { describe, expect, it } from 'vitest';
import { yesOrNo } from '../../../src/controller/parameters/yes-or-no.js';

describe('an answer to a question of yes or no', () => {
  it.each([
    'yes',
    'Yes.',
    'y',
    'yes please',
    'Yes, do it',
    'yeah, go ahead!',
    'ok',
    'sure, thanks',
    'That’s right',
    '是',
    '是的',
    '对',
    '对的，没错',
    '好的',
    '好吧',
    '嗯，可以',
    '行，谢谢',
    '确定！',
    'ＹＥＳ',
  ])('is yes in %s', (text) => {
    expect(yesOrNo(text)).toBe('yes');
  });

  it.each([
    'no',
    'No, thanks.',
    'nope',
    'not now',
    'neither of them',
    'n',
    "don't",
    '不',
    '不是',
    '不用了',
    '不要',
    '都不要',
    '先别',
    '算了吧',
    '不，不用了',
  ])('is no in %s', (text) => {
    expect(yesOrNo(text)).toBe('no');
  });

  it.each([
    '',
    'yes but on staging',
    'no, the other one',
    'do the second',
    'ok, why did it fail?',
    'yesterday',
    'note',
    '好像失败了',
    '对比一下',
    '可以停吗',
    '不要停',
    '行情怎么样',
    '别停',
    'right now',
    'not the first',
  ])('is neither in %s', (text) => {
    expect(yesOrNo(text)).toBeNull();
  });
});
