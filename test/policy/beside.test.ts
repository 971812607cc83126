import { expect, it } from 'vitest';
import { beside } from '../../src/policy/beside.js';
import { type RouteRow, score, trainIndex } from '../../src/policy/route-index.js';
import { tokenize } from '../../src/policy/tokens.js';

const rows: RouteRow[] = [
  ...[
    'start the nightly batch',
    'run the nightly sales batch',
    'kick off the batch',
    '跑夜间批处理',
    '启动夜间批处理任务',
  ].map((text) => ({ label: 'batch', text })),
  ...[
    'cancel my subscription',
    'cancel the newspaper subscription',
    'end the subscription',
    '退订报纸',
    '取消订阅',
  ].map((text) => ({
    label: 'unsubscribe',
    text,
  })),
  ...['stop it', 'stop that run', 'cancel the run', 'abort', '停掉它', '取消任务', '别跑了'].map((text) => ({
    label: 'cancel',
    text,
  })),
  ...['how far is it', 'is it done', 'how did it go', '跑完了吗', '怎么样了', '进展如何'].map((text) => ({
    label: 'status',
    text,
  })),
];
const index = trainIndex(rows);
const rest = (text: string, label: string) =>
  beside(
    index,
    tokenize(text),
    index.labels.findIndex(({ name }) => name === label),
  ).join(' ');

it.each([
  ['stop the nightly batch', 'batch', 'stop'],
  ['停掉夜间批处理', 'batch', '停 掉'],
  ['how did the nightly batch go', 'batch', 'how did go'],
])('%s says of %s: %s', (text, label, said) => {
  expect(rest(text, label).split(' ')).toEqual(expect.arrayContaining(said.split(' ')));
  expect(rest(text, label)).not.toMatch(/batch|夜/);
});

it('leaves the words that a type calls itself by to the type, also where they are those of another', () => {
  expect(rest('cancel my subscription', 'unsubscribe')).not.toContain('cancel');
});

it('is the whole text where a label has nothing to do with it', () => {
  expect(rest('zzz qqq', 'batch')).toBe('zzz qqq');
  expect(beside(index, [], 0)).toEqual([]);
});

it('is scored for the types and intents that every installation has, and for no other', () => {
  const { beside: said, routes } = score(index, 'stop the nightly batch');
  expect([...said.keys()].sort()).toEqual(['cancel', 'status']);
  expect(routes[0]?.label).toBe('batch');
  expect(said.get('cancel')).toBeGreaterThan(said.get('status') ?? 0);
  expect(said.get('cancel')).toBeGreaterThan(routes.find(({ label }) => label === 'cancel')?.score ?? 0);
});
