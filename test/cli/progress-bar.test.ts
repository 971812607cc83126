import { expect, it } from 'vitest';
import { progressBar } from '../../src/cli/progress-bar.js';
import { progressText } from '../../src/cli/progress-text.js';
import { cliWords } from '../../src/cli/words/words.js';
import type { JobProgress } from '../../src/jobs/progress.js';
import { wordsOf } from '../../src/reply/words.js';

const at = (done: number | null, total: number | null, text: string) => ({ done, total, text }) as JobProgress;
const en = wordsOf('en');

it('shows how far, how fast and how long still, where the total is known', () => {
  expect(progressBar(at(8, 32, '8/32 tests'), 4000, en)).toBe('[████············] 8/32 tests · 2.0/s, about 12 s left');
  expect(progressBar(at(1, 4, '1/4'), 120_000, wordsOf('zh'))).toBe('[████············] 1/4 · 0.5/min, 约剩 6 分 0 秒');
});

it('promises nothing before the first step and after the last', () => {
  expect(progressBar(at(0, 4, '0/4'), 1000, en)).toBe('[················] 0/4');
  expect(progressBar(at(4, 4, '4/4'), 1000, en)).toBe('[████████████████] 4/4');
});

it.each([
  [5, null],
  [null, 9],
  [3, 0],
])('says only what is known: %s of %s', (done, total) => {
  expect(progressBar(at(done, total, 'run tests'), 1000, en)).toBe('run tests');
});

it('never draws more than the bar holds', () => {
  expect(progressBar(at(9, 4, '9/4'), 1000, en)).toBe('[████████████████] 9/4');
});

it.each([
  ['8/32 tests · run tests', 'tests', '8/32 个测试 · run tests'],
  ['3 steps', 'steps', '3 步'],
  ['2/9 disks', 'disks', '2/9 disks'],
  ['run tests', null, 'run tests'],
])('says %j in Chinese as far as it is known what is counted', async (text, unit, said) => {
  expect(progressText({ text, unit }, await cliWords('zh'))).toBe(said);
  expect(progressText({ text, unit }, await cliWords('en'))).toBe(text);
});
