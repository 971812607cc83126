import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, clippedLength } from '../../src/environment/clip.js';
import { estimateTokens } from '../../src/environment/token-estimate.js';

describe('a clipped text', () => {
  it('keeps head and tail and counts exactly what is left out', () => {
    expect(clip(`${'a'.repeat(70)}${'-'.repeat(900)}${'z'.repeat(30)}`, 100)).toBe(
      `${'a'.repeat(70)}…[900 chars left out]…${'z'.repeat(30)}`,
    );
  });

  it('is left alone where cutting would save nothing', () => {
    expect(clip('x'.repeat(130), 100)).toHaveLength(130);
  });

  it('never exceeds its bound and never splits a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '测', '😀'), { maxLength: 400 }),
        fc.integer({ min: 1, max: 200 }),
        (chars, cap) => {
          const text = chars.join('');
          const short = clip(text, cap);
          expect(short.length).toBeLessThanOrEqual(clippedLength(cap));
          expect(/\p{Surrogate}/u.test(short)).toBe(false);
          const left = Number(/\[(\d+) chars left out\]/.exec(short)?.[1] ?? 0);
          expect(short.replace(/…\[\d+ chars left out\]…/, '').length + left).toBe(text.length);
        },
      ),
    );
  });
});

describe('the estimate of tokens', () => {
  it('counts a CJK character as one and four others as one', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('跑一下测试')).toBe(5);
    expect(estimateTokens('abcdefgh')).toBe(2);
    expect(estimateTokens('跑 functest')).toBe(4);
  });
});
