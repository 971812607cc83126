import { expect, it } from 'vitest';
import type { AboutFrame } from '../../src/training/authored.js';
import { framed } from '../../src/training/framed.js';

const frames: AboutFrame[] = [
  { lang: 'en', text: "don't {} yet" },
  { lang: 'zh', text: '先别{}' },
];
const type = (examples: string[]) => ({ name: 'tide', description: '', when_to_use: '', examples });

it.each([
  ['a request', 'Sync the tide tables.', [{ asks: 'nothing', text: "don't sync the tide tables yet", lang: 'en' }]],
  ['an abbreviation', 'SQL lint it', [{ asks: 'nothing', text: "don't SQL lint it yet", lang: 'en' }]],
  [
    'a sign that replacing would take for its own',
    'sync $& now',
    [{ asks: 'nothing', text: "don't sync $& now yet", lang: 'en' }],
  ],
  ['Chinese', '同步潮汐表。', [{ asks: 'nothing', text: '先别同步潮汐表', lang: 'zh' }]],
  ['a question', 'high water?', []],
])('%s is put into a frame of its language', (_what, example, expected) => {
  expect(framed([type([example])], frames)).toEqual(expected.map((said) => ({ package: 'tide', ...said })));
});

it('frames take turns, and without one there is nothing', () => {
  const two: AboutFrame[] = ['no {}', 'not {}'].map((text) => ({ lang: 'en', text }));
  expect(new Set(framed([type(['a b', 'c d'])], two).map(({ text }) => text.slice(0, 3))).size).toBe(2);
  expect(framed([type(['a b'])], [])).toEqual([]);
});
