import { expect, it } from 'vitest';
import { languageOf, languageOfFirst } from '../../src/environment/language.js';

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
