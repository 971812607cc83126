import { expect, it } from 'vitest';
import { nearlyMeant, wantedAgain } from '../../src/controller/by-again.js';
import type { Ranked } from '../../src/policy/action-decide.js';
import { isBuiltIn } from '../../src/policy/action-space.js';
import type { RouteScores } from '../../src/policy/route-index.js';
import { emptyScene, routesOf } from '../policy/scenes.js';

const ranked = ['tide', 'status', 'surf'].map(
  (type): Ranked => ({
    candidate: {
      kind: 'generate_task',
      type,
      scored: isBuiltIn(type) ? type : 'type',
      score: 0,
      lead: 0,
      relations: [],
    },
    utility: 0,
    probability: 0.2,
  }),
);
const scores = (again: number): RouteScores => ({
  routes: routesOf({ tide: 0.2, surf: -0.5, status: -0.9 }),
  intents: new Map([['intent:again', again]]),
  beside: new Map(),
  unknown_mass: 0,
});
const AGAIN = scores(1.2);
const did = (type: string, status: 'running' | 'done' | 'failed') => ({ rounds: 2, last: { type, status } });

it.each([
  [
    'the newest work, whatever failed before',
    { ...did('surf', 'done'), failed: { type: 'tide', newest: false } },
    'surf',
  ],
  [
    'what failed, where that is the newest',
    { ...did('surf', 'failed'), failed: { type: 'surf', newest: true } },
    'surf',
  ],
  ['nothing where nothing was done', {}, null],
  ['nothing of its own where the newest work goes on', { ...did('surf', 'running'), running: ['surf'] }, null],
  ['nothing of its own where that was open-ended', did('executor', 'done'), null],
  ['nothing where its package is not there', did('foam', 'done'), null],
  ['nothing where a question is open', { ...did('surf', 'done'), pending: true }, null],
] as const)('“again” means %s', (_what, scene, type) => {
  const { running, ...given } = { running: [] as readonly string[], ...scene };
  expect(wantedAgain(ranked, AGAIN, emptyScene({ ...given, running: [...running] }))).toBe(type);
});

it('what reads more like a type than like “again” is left to the policy', () => {
  expect(wantedAgain(ranked, scores(0.1), emptyScene(did('surf', 'done')))).toBeNull();
});

it.each([
  [1.2, 'surf', null],
  [0.3, 'surf', 'tide'],
  [0.3, 'tide', null],
])('“again” by %d, after %s, may as well mean %s', (again, newest, other) => {
  expect(nearlyMeant(scores(again), newest)).toBe(other);
});
