import { expect, it } from 'vitest';
import { inWords, jsonInWords } from '../../src/environment/in-words.js';

it.each([
  ['plain text', 'plain text'],
  [
    { confidence: 0.8584403150420544, threshold: 0.713, policy_version: 'a'.repeat(64) },
    'confidence 0.85844, threshold 0.713, policy version aaaaaaaaaaaa',
  ],
  [{ data: null, exit_code: 3, source: { round_id: 1, task_id: 2 } }, 'exit code 3, source (round id 1, task id 2)'],
  [{ paths: ['a', 'b'], empty: {}, ok: true }, 'paths (a; b), ok true'],
  [[{ id: 1 }, 'x'], '(id 1); x'],
  [undefined, ''],
])('says %j as %j', (value, said) => {
  expect(inWords(value)).toBe(said);
});

it.each([
  ['{"round_id":1,"status":"failed"}', 'round id 1, status failed'],
  ['{"broken', '{"broken'],
  ['42', '42'],
  ['no JSON: {}', 'no JSON: {}'],
])('says the JSON in %j as %j', (text, said) => {
  expect(jsonInWords(text)).toBe(said);
});
