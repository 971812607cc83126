import { expect, it } from 'vitest';
import { readsLike } from '../../src/controller/reads-like.js';
import type { Intent } from '../../src/policy/intents.js';

const scores = (routes: Record<string, number>, intents: Partial<Record<Intent, number>> = {}) => ({
  routes: Object.entries(routes).map(([label, score]) => ({ label, score })),
  intents: new Map(Object.entries(intents) as [Intent, number][]),
  beside: new Map(),
  unknown_mass: 0,
});

it.each([
  ['reads like a wish to stop', { cancel: 0.4, status: 0.1 }, { 'intent:nothing': 0.3 }, 'stop'],
  ['says that it is not to be done', { cancel: 0.4, tide: -1 }, { 'intent:nothing': 0.5 }, 'leave'],
  ['reads more like a type', { cancel: 0.4, tide: 0.5 }, { 'intent:nothing': 0.3 }, null],
  ['reads more like another intent', { cancel: 0.4 }, { 'intent:nothing': 0.3, 'intent:time': 0.6 }, null],
  ['reads like nothing known', { cancel: -0.2, status: -0.8 }, { 'intent:nothing': -0.3 }, null],
  ['asks how things are', { cancel: 0.1, status: 0.6 }, { 'intent:nothing': 0.3 }, 'status'],
  ['wants the same again', { cancel: 0.1, status: 0.2 }, { 'intent:again': 0.4 }, 'again'],
  ['says too little', { cancel: 0.1 }, { 'intent:vague': 0.4, 'intent:nothing': 0.2 }, null],
  ['is scored by an index without such columns', { status: 0.6 }, {}, 'status'],
] as const)('a text that %s', (_what, routes, intents, reading) => {
  expect(readsLike(scores(routes, intents))).toBe(reading);
});
