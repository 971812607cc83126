import { describe, expect, it } from 'vitest';
import { FACTS, STATE_FACTS } from '../../src/policy/action-facts.js';
import { actionInput } from '../../src/policy/action-model.js';
import { rowCount, vectorOf } from '../../src/policy/action-vector.js';
import { factInWords } from '../../src/policy/action-words.js';
import { INTENTS, type Intent, intentShares } from '../../src/policy/intents.js';
import { learnIntents } from '../../src/training/learn-intents.js';
import { vocabularyOf } from '../../src/training/vocabulary.js';
import { emptyScene, routesOf } from './scenes.js';

const TAUGHT: readonly (readonly [string, Intent])[] = [
  ['how far is it', 'status'],
  ['how far along are we', 'status'],
  ['stop it now', 'cancel'],
  ['stop this now', 'cancel'],
];
const vocabulary = vocabularyOf(TAUGHT.map(([text]) => text));
const lessons = TAUGHT.map(([text, intent]) => ({ text, intent, weight: 1, fold: 0 }));
const reading = { ...vocabulary, intents: learnIntents(lessons, vocabulary) };
const routes = { routes: routesOf({ perftest: -0.4, status: -0.8, executor: -0.9 }), unknown_mass: 0.1 };
const running = emptyScene({ rounds: 1, running: ['perftest'], last: { type: 'perftest', status: 'running' } });
const read = (text: string, scene = running) => vectorOf(actionInput(text, scene, [], routes), reading);

describe("a decision's features", () => {
  it('hold facts of the state once more for each intent that is likely', () => {
    const { rows, values } = read('how far are we');
    const first = vocabulary.idf.length + FACTS.length + INTENTS.indexOf('status') * STATE_FACTS.length;
    const together = [...rows].flatMap((row, at) =>
      row >= first && row < first + STATE_FACTS.length ? [FACTS[STATE_FACTS[row - first] ?? 0], values[at]] : [],
    );
    expect(together).toContain('running_one');
    expect(together).toContain('route_runs');
    expect(together).not.toContain('failed_newest');
    expect(Math.max(...rows)).toBeLessThan(rowCount(vocabulary));
  });

  it('hold nothing of the kind where nothing was said before', () => {
    expect(Math.max(...read('how far are we', emptyScene({})).rows)).toBeLessThan(vocabulary.idf.length + FACTS.length);
  });

  it('keep what the words are about where the words themselves are left out', () => {
    const input = actionInput('how far is it', running, [], routes);
    const [whole, blinded] = [vectorOf(input, reading), vectorOf(input, reading, () => true)];
    const together = ({ rows, values }: typeof whole) =>
      [...rows].flatMap((row, at) => (row >= vocabulary.idf.length + FACTS.length ? [[row, values[at]]] : []));
    expect(together(blinded)).toEqual(together(whole));
    expect(Math.min(...blinded.rows)).toBeGreaterThanOrEqual(vocabulary.idf.length);
  });
});

describe('what words are about', () => {
  it('is learnt, and is a distribution', () => {
    const shares = (text: string) => intentShares(reading.intents, { ...wordsOnly(text) });
    expect(INTENTS[argmax(shares('how far along'))]).toBe('status');
    expect(INTENTS[argmax(shares('please stop'))]).toBe('cancel');
    expect(shares('').reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('is the same, bit for bit, when it is learnt again', () => {
    expect(learnIntents(lessons, vocabulary)).toEqual(reading.intents);
  });

  it('has words in both languages with every fact of the state', () => {
    for (let row = 0; row < FACTS.length + INTENTS.length * STATE_FACTS.length; row += 1) {
      expect(factInWords(row, 0)).not.toMatch(/\p{Script=Han}/u);
      expect(factInWords(row, 1)).toMatch(/\p{Script=Han}/u);
    }
  });
});

function wordsOnly(text: string) {
  const { rows, values } = read(text, emptyScene({}));
  const words = rows.filter((row) => row < vocabulary.idf.length);
  return { rows: words, values: values.subarray(0, words.length) };
}

function argmax(shares: Float64Array): number {
  return shares.indexOf(Math.max(...shares));
}
