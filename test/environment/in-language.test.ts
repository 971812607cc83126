import { expect, it } from 'vitest';
import { inLanguage } from '../../src/environment/in-language.js';

it.each([
  ['Make coffee. 煮咖啡。', 'Make coffee.', '煮咖啡。'],
  ['Make coffee.煮咖啡。Now!马上！', 'Make coffee.Now!', '煮咖啡。马上！'],
  [
    'the target, such as http://127.0.0.1:8080 or a.b. 目标，例如 http://127.0.0.1:8080）。',
    'the target, such as http://127.0.0.1:8080 or a.b.',
    '目标，例如 http://127.0.0.1:8080）。',
  ],
  ['only English, v1.2.3', 'only English, v1.2.3', 'only English, v1.2.3'],
  ['只有中文 data.csv', '只有中文 data.csv', '只有中文 data.csv'],
  ['', '', ''],
])('takes of %j the sentences of one language', (text, en, zh) => {
  expect(inLanguage(text, 'en')).toBe(en);
  expect(inLanguage(text, 'zh')).toBe(zh);
});
