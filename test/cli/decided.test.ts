import { expect, it } from 'vitest';
import { decided } from '../../src/cli/decided.js';
import { apart } from '../../src/cli/words/apart.js';
import { cliWords } from '../../src/cli/words/words.js';

it.each([
  [0.8584, 0.713, '0.858', '0.713'],
  [0.99991, 0.99962, '0.9999', '0.9996'],
  [0.9999999991, 0.9999999996, '0.999999999', '1.000000000'],
  [1, 1, '1.000', '1.000'],
])('tells a confidence of %d from a threshold of %d', (confidence, threshold, one, other) => {
  expect(apart(confidence, threshold)).toEqual([one, other]);
});

it('tells apart what differs in the last digit a number has', () => {
  const [one, other] = apart(1, 1 - Number.EPSILON / 2);
  expect(one).not.toBe(other);
});

it.each([
  [0, 'confidence 0.499, none needed', '置信度 0.499，无需达到阈值'],
  [0.5, 'confidence 0.499, threshold 0.500', '置信度 0.499，阈值 0.500'],
  [1, 'confidence 0.499, asked in any case', '置信度 0.499，一律先询问'],
])('says in words what a threshold of %d means', async (threshold, en, zh) => {
  expect((await cliWords('en')).confidence(0.499, threshold)).toBe(en);
  expect((await cliWords('zh')).confidence(0.499, threshold)).toBe(zh);
});

const TASK = { action_kind: 'generate_task', task_type: 'db_sync', task_content: 'Goal: x\nLimits: y', reason: 'r' };
const LOOK = { action_kind: 'observe', tool: 'read', args: { path: 'a.txt' }, reason: 'r' };

it.each([
  { action: TASK, confidence: 0.9, en: '→ db_sync', zh: '→ db_sync' },
  { action: TASK, confidence: 0.4, en: '→ asks which one is meant', zh: '→ 会询问指的是哪一项' },
  { action: LOOK, confidence: 0.9, en: '→ observe read path a.txt', zh: '→ 先查看 read path a.txt' },
  {
    action: { failed_gate: 'protocol', message: 'no such type' },
    confidence: 0.9,
    en: '→ refused by the gates: no such type',
    zh: '→ 被协议检查拒绝: no such type',
  },
])('says in words what was decided: $en', async ({ action, confidence, en, zh }) => {
  const made = { action, confidence, threshold: 0.5 };
  expect(decided(await cliWords('en'), made)).toBe(en);
  expect(decided(await cliWords('zh'), made)).toBe(zh);
});
