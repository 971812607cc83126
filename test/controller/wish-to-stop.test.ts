import { expect, it } from 'vitest';
import { isWishToStop } from '../../src/controller/wish-to-stop.js';
import type { Intent } from '../../src/policy/intents.js';

const scores = (routes: Record<string, number>, intents: Partial<Record<Intent, number>> = {}) => ({
  routes: Object.entries(routes).map(([label, score]) => ({ label, score })),
  intents: new Map(Object.entries(intents) as [Intent, number][]),
  unknown_mass: 0,
});

it.each([
  ['reads like a wish to stop', { cancel: 0.4, status: 0.1 }, { 'intent:vague': 0.3 }, true],
  ['reads more like a type', { cancel: 0.4, tide: 0.5 }, {}, false],
  ['reads more like an intent', { cancel: 0.4 }, { 'intent:time': 0.6 }, false],
  ['reads like nothing known', { cancel: -0.2, status: -0.8 }, {}, false],
  ['is scored by an index without such a column', { status: 0.6 }, {}, false],
] as const)('a text that %s', (_what, routes, intents, wish) => {
  expect(isWishToStop(scores(routes, intents))).toBe(wish);
});
