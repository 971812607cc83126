import { expect, it } from 'vitest';
import type { Scene } from '../../src/policy/action-scene.js';
import { aboutCases, aboutKey, aboutUtterances } from '../../src/training/about.js';
import type { AboutRequest } from '../../src/training/authored.js';
import { emptyScene } from '../policy/scenes.js';

const OWN = new Set(['functest']);
const said = (asks: AboutRequest['asks']): AboutRequest => ({ package: 'tide', asks, lang: 'en', text: 'the tides' });
const busy: Scene = {
  ...emptyScene(),
  rounds: 2,
  running: ['tide', 'perftest'],
  last: { type: 'perftest', status: 'running' },
  failed: { type: 'functest', newest: true },
};

it.each([
  ['nothing', 'intent:nothing', ['status']],
  ['status', 'status', ['status']],
  ['failure', 'intent:failure', ['observe:previous_failed_track', 'status']],
  ['cancel', 'cancel', ['cancel', 'status']],
  ['executor', 'executor', ['executor']],
] as const)('what asks %s is learnt as %s and never starts the type', (asks, label, targets) => {
  expect(aboutUtterances([said(asks)], OWN)).toMatchObject([{ label, text: 'the tides', many: true }]);
  for (const scene of [emptyScene(), busy]) {
    const cases = aboutCases(said(asks), scene, OWN);
    expect([...new Set(cases.map(({ target }) => target))]).toEqual(targets);
    expect(cases.every(({ fold }) => fold === cases[0]?.fold)).toBe(true);
  }
});

it.each(['nothing', 'status', 'failure', 'cancel', 'executor'] as const)(
  '%s is asked for where the state allows it',
  (asks) => {
    for (const { target, scene } of aboutCases(said(asks), busy, OWN)) {
      if (target === 'cancel') expect(scene.running).toContain('tide');
      if (target === 'observe:previous_failed_track') expect(scene.failed).toEqual({ type: 'tide', newest: true });
      if (asks === 'nothing') expect(scene.running).toEqual([]);
      if (scene.last?.type === 'tide' && scene.last.status !== 'failed')
        expect(scene.failed?.newest ?? false).toBe(false);
    }
  },
);

it('stays together by package, and by sentence where the type is a bundled one', () => {
  const other = { ...said('status'), text: 'high water' };
  expect(aboutKey(said('nothing'), OWN)).toBe(aboutKey(other, OWN));
  expect(aboutKey({ ...said('nothing'), package: 'functest' }, OWN)).not.toBe(
    aboutKey({ ...other, package: 'functest' }, OWN),
  );
});
