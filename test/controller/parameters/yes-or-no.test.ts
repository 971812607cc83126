import { describe, expect, it } from 'vitest';
import { goesOn, yesOrNo } from '../../../src/controller/parameters/yes-or-no.js';

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
    '不，不用了',
  ])('is no in %s', (text) => {
    expect(yesOrNo(text)).toBe('no');
  });

  it.each([
    'never mind',
    'Nevermind.',
    'ok, never mind',
    'no, never mind',
    'forget it',
    'Let’s not do that',
    'maybe later',
    'I changed my mind, thanks',
    'leave it for now',
    '算了吧',
    '那还是算了',
    '好吧，算了',
    '以后再说',
    '回头再说吧',
    '先不弄了',
    '不做了，谢谢',
    '没事了',
    '改天吧',
    '当我没说',
  ])('leaves the request in %s', (text) => {
    expect(yesOrNo(text)).toBe('leave');
  });

  it('takes no time over what is nearly an answer', () => {
    const started = performance.now();
    for (const part of ['no ', '不', '先不', '那还是', 'ok, ', 'later ', '了', '再说'])
      yesOrNo(`${part.repeat(60).slice(0, 59)}x`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each([
    '',
    'never mind the tests, run the batch',
    'leave it running',
    'later today',
    '以后再说这个发布',
    '没事的话跑一下',
    '先',
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

describe('a yes to an offer', () => {
  it.each([
    'yes',
    'yes please',
    'ok, go on',
    'continue',
    'that too',
    'and that one too, please',
    'do that as well',
    'the rest too',
    '好的',
    '好的，继续',
    '那个也跑一下',
    '也要',
    '需要',
    '继续吧',
  ])('is found in %s', (text) => {
    expect(goesOn(text)).toBe(true);
  });

  it.each([
    'no',
    'stop',
    'how is it going?',
    'run it again',
    'go on with the other branch',
    '继续发布',
    '再跑一遍',
    '好了吗',
    '',
  ])('is not found in %s', (text) => {
    expect(goesOn(text)).toBe(false);
  });
});
