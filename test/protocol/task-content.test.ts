import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeTaskContent, parseTaskContent } from '../../src/protocol/task-content.js';

describe('the two lines of a task', () => {
  it('are composed in either language', () => {
    expect(composeTaskContent({ goal: '验证登录', limits: '不猜测', language: 'zh' })).toBe(
      '用户目标：验证登录\n任务限制：不猜测',
    );
    expect(composeTaskContent({ goal: 'check login', limits: 'no guesses', language: 'en' })).toBe(
      'Goal: check login\nLimits: no guesses',
    );
  });

  it('stay two lines whatever is put into them, and are read back', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, fc.constantFrom('zh' as const, 'en' as const), (goal, limits, language) => {
        const content = composeTaskContent({ goal, limits, language });
        expect(content.split(/\r\n|[\n\r\u2028\u2029]/)).toHaveLength(2);
        const read = parseTaskContent(content);
        expect(read?.language).toBe(language);
        expect(composeTaskContent({ goal: read?.goal ?? '', limits: read?.limits ?? '', language })).toBe(content);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '',
    'Goal: a',
    'Goal: a\n',
    'Goal: a\n\nLimits: b',
    'goal: a\nLimits: b',
    '用户目标:a\n任务限制:b',
    ' Goal: a\nLimits: b',
  ])('are refused when they are %j', (content) => {
    expect(parseTaskContent(content)).toBeNull();
  });
});
