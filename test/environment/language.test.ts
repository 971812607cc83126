import { expect, it } from 'vitest';
import { hasWords, languageOf, languageOfFirst } from '../../src/environment/language.js';

it.each([
  ['跑一下 login 的 functest', 'en_US.UTF-8', 'zh'],
  ['run the tests', 'zh_CN.UTF-8', 'en'],
  ['???', 'zh_CN.UTF-8', 'zh'],
  ['42', 'C', 'en'],
  ['', undefined, 'en'],
] as const)('%j under locale %s is answered in %s', (text, locale, language) => {
  expect(languageOf(text, locale)).toBe(language);
});

it('the first text with words decides', () => {
  expect(languageOfFirst(['2', '!', '跑测试', 'run'], 'en_US')).toBe('zh');
  expect(languageOfFirst(['2'], 'zh_CN')).toBe('zh');
});

it.each(['prod', 'passed.', '预发', '跑 functest', 'how is it going?', '(yes)', 'shop-coupons now'])(
  '%j has words',
  (text) => {
    expect(hasWords(text)).toBe(true);
  },
);

it.each([
  '2026-11-28',
  '2026-11-28 18:00',
  '42 %',
  'job_20261130_184245_grq5hg',
  'how=2',
  'http://localhost:8080/x',
  'src/app.ts',
  'v1.2.0-rc1',
  '?',
])('%j has no words of a language', (text) => {
  expect(hasWords(text)).toBe(false);
});
