import { expect, it } from 'vitest';
import type { NamedFrame, PackageNames } from '../../src/training/authored.js';
import { namedAbout, namelessUtterances, plainly, plainRequests, plainUtterances } from '../../src/training/named.js';

const KINDS = ['run', 'nothing', 'status', 'failure', 'cancel'] as const;
const frames: NamedFrame[] = KINDS.flatMap((asks) =>
  (['en', 'zh'] as const).flatMap((lang) =>
    [1, 2, 3, 4].map(
      (at): NamedFrame => ({ asks, lang, text: lang === 'en' ? `${asks} ${at} {}` : `${asks}${at}号{}` }),
    ),
  ),
);
const names: PackageNames[] = [{ package: 'tide', en: ['tide sync', 'tables $&'], zh: ['潮汐同步', '潮汐表'] }];
const tide = {
  name: 'tide',
  description: 'Syncs the tides.',
  when_to_use: '',
  examples: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
};

it('each name is put into sentences of each kind but those that want a run', () => {
  const about = namedAbout(names, frames);
  expect([...new Set(about.map(({ asks }) => asks))].sort()).toEqual(['cancel', 'failure', 'nothing', 'status']);
  for (const name of [...(names[0]?.en ?? []), ...(names[0]?.zh ?? [])]) {
    expect(about.filter(({ text }) => text.endsWith(name)).length).toBe(5);
  }
  expect(about.every(({ package: type, text }) => type === 'tide' && !text.includes('{}'))).toBe(true);
});

it('a plain package keeps some of its examples, and is asked for in other sentences than the new ones', () => {
  const [plain, ...more] = plainly([tide, { ...tide, name: 'unnamed' }], names, frames);
  expect(more).toEqual([]);
  expect(plain).toMatchObject({ name: 'tide', description: 'Syncs the tides.' });
  expect(plain?.examples.slice(0, 5)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(plain?.examples).toHaveLength(13);
  const requests = plainRequests(names, frames);
  expect(requests).toHaveLength(8);
  expect(requests.filter(({ text }) => plain?.examples.includes(text))).toEqual([]);
  expect(requests.every(({ text, frame }) => text.startsWith('run') && frame.includes('{}'))).toBe(true);
});

it('plain requests are rows of their types; without frames there are none', () => {
  expect(plainUtterances(plainRequests(names, frames))[0]).toMatchObject({ label: 'tide', many: true });
  expect([...plainRequests(names, []), ...namedAbout(names, [])]).toEqual([]);
});

it('a sentence without its name is a row of what it asks, unless it asks for a run', () => {
  const rows = namelessUtterances(frames).map(({ label, text }) => [text, label]);
  expect(rows).toContainEqual(['cancel 1', 'cancel']);
  expect(rows.some(([text]) => text?.startsWith('run'))).toBe(false);
  expect(rows).toContainEqual(['nothing1号', 'intent:nothing']);
});
