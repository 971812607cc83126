import { expect, it } from 'vitest';
import { textHash } from '../../src/policy/text-hash.js';
import type { Case } from '../../src/training/cases.js';
import { plainCancels, utterancesOf } from '../../src/training/utterances.js';
import { emptyScene } from '../policy/scenes.js';

const NOTHING = { vague: [], strangers: [], about: [] };

const row = (given: Partial<Case>): Case => ({
  id: 'one',
  bucket: 'status',
  text: 'a text',
  scene: emptyScene(),
  observed: [],
  target: 'status',
  fold: 1,
  weight: 1,
  anywhere: false,
  retries: false,
  says: null,
  ...given,
});

it.each([
  ['a status question', {}, 'status'],
  ['a wish to stop that the state makes a question', { says: 'cancel' }, 'cancel'],
  ['a retry, whatever failed', { bucket: 'failed_retry_generate', target: 'perftest' }, 'intent:again'],
  ['work that lies in a summary', { bucket: 'history_summary_generate', target: 'functest' }, 'intent:earlier'],
  ['a reference', { bucket: 'ambiguous_context_observe', target: 'observe:build_context_view' }, 'intent:reference'],
  [
    'a question after a failure',
    { bucket: 'failed_track_observe', target: 'observe:previous_failed_track' },
    'intent:failure',
  ],
  ['a request that needs the date', { bucket: 'time_anchor_observe', target: 'observe:beijing_time' }, 'intent:time'],
  [
    'a change to what was just made',
    { bucket: 'generate_executor', target: 'executor', says: 'intent:revision' },
    'intent:revision',
  ],
  ['a package by name', { bucket: 'generate_perftest', target: 'perftest' }, 'perftest'],
])('%s is learnt by what its words ask for', (_what, given, label) => {
  expect(utterancesOf([row(given)], NOTHING)).toMatchObject([{ label, text: 'a text', many: true, fold: 1 }]);
});

it.each([
  ['what follows an observation', { observed: [{ tool: 'beijing_time', ok: true }] }],
  ['what a reference turned out to mean', { bucket: 'ambiguous_context_observe', target: 'perftest' }],
  ['a request with the date in it', { bucket: 'time_anchor_observe', target: 'executor' }],
])('%s is not learnt: the words alone do not tell', (_what, given) => {
  expect(utterancesOf([row(given)], NOTHING)).toEqual([]);
});

it('requests that say nothing are an intent of their own', () => {
  expect(utterancesOf([], { ...NOTHING, vague: [{ text: 'do the thing', fold: 2 }] })).toEqual([
    { label: 'intent:vague', text: 'do the thing', many: true, fold: 2 },
  ]);
});

it('what is said for one thing here and for another there is not learnt from rows: the state tells them apart', () => {
  const rows = [
    row({ text: 'CPU now!' }),
    row({ text: 'cpu now', bucket: 'generate_inspection', target: 'inspection' }),
  ];
  expect(utterancesOf(rows, NOTHING)).toEqual([]);
  expect(utterancesOf([...rows, row({ text: 'how far' })], NOTHING)).toMatchObject([{ text: 'how far' }]);
});

it('what is asked of packages that no training installs is an intent of its own, a package in one fold', () => {
  const stranger = {
    name: 'tide',
    description: '',
    when_to_use: '',
    examples: ['high water?'],
    requests: ['the tides'],
  };
  const said = utterancesOf([], { ...NOTHING, strangers: [stranger] });
  expect(said.map(({ text }) => text)).toEqual([...stranger.examples, ...stranger.requests]);
  expect(said.every(({ label, many }) => label === 'intent:elsewhere' && many === true)).toBe(true);
  expect(new Set(said.map(({ fold }) => fold)).size).toBe(1);
});

it('what is also said for something else is no plain cancel', () => {
  const said = [
    { label: 'cancel', text: 'stop it' },
    { label: 'cancel', text: 'Stop it!' },
    { label: 'cancel', text: 'enough' },
    { label: 'status', text: 'enough.' },
  ];
  expect(plainCancels(said)).toEqual([textHash('stop it')]);
});
