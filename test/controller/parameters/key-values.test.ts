import { expect, it } from 'vitest';
import { withoutPairs } from '../../../src/controller/parameters/key-values.js';

it.each([
  ['soak the queue conc=3 ratio=92% note="two words"', 'soak the queue'],
  ['压测 conc=3，谢谢', '压测  ，谢谢'],
  ['is a == b?', 'is a == b?'],
  ['project=shop run the tests', 'run the tests'],
  ['conc=3 ratio=92%', 'conc=3 ratio=92%'],
  ['run the tests', 'run the tests'],
])('what words are weighed of “%s” is “%s”', (text, words) => {
  expect(withoutPairs(text)).toBe(words);
});
