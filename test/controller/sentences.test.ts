import { expect, it } from 'vitest';
import { sentencesIn } from '../../src/controller/sentences.js';

it.each([
  ['run the tests. Also check v1.2.3 of a.b', ['run the tests.', 'Also check v1.2.3 of a.b']],
  ['先查死链。再跑批处理！', ['先查死链。', '再跑批处理！']],
  ['check the disk; then 压测一下；好吗？', ['check the disk;', 'then 压测一下；', '好吗？']],
  ['1. run the tests\n2. check the links', ['1. run the tests', '2. check the links']],
  ['one request, and another', ['one request, and another']],
  ['...', []],
])('cuts at what ends a sentence: %s', (text, sentences) => {
  expect(sentencesIn(text)).toEqual(sentences);
});
