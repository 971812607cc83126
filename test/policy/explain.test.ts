import { describe, expect, it } from 'vitest';
import { explain, packageRows, score, trainIndex } from '../../src/policy/route-index.js';
import { syntheticRows } from './synthetic-rows.js';

describe('an explanation', () => {
  it('names the words that speak for a label, strongest first', () => {
    const { for: reasons } = explain(trainIndex(syntheticRows()), 'please cancel the run', 'cancel', 5);
    expect(reasons.some(({ text }) => text.includes('cancel'))).toBe(true);
    expect(reasons.map((each) => each.contribution)).toEqual(
      reasons.map((each) => each.contribution).sort((a, b) => b - a),
    );
  });

  it('adds up to the score, less the bias', () => {
    const index = trainIndex(syntheticRows());
    const all = explain(index, '压测订单', 'perftest', 1_000);
    const sum = [...all.for, ...all.against].reduce((total, { contribution }) => total + contribution, 0);
    const at = index.labels.findIndex(({ name }) => name === 'perftest');
    const total = score(index, '压测订单').routes.find(({ label }) => label === 'perftest')?.score ?? Number.NaN;
    expect(sum + (index.bias[at] as number)).toBeCloseTo(total, 6);
  });

  it('has nothing to say about a label it does not know', () => {
    expect(explain(trainIndex(syntheticRows()), 'stop it', 'nobody', 3)).toEqual({ for: [], against: [] });
  });
});

describe('a package', () => {
  it('is trained on its examples, each sentence about it, and its name in words', () => {
    const rows = packageRows({
      label: 'release_check',
      name: 'releaseCheck-v2',
      description: 'Checks a release. 发布前检查。',
      when_to_use: 'Before you ship',
      examples: ['can we ship?', ' '],
    });
    expect(rows.map(({ text }) => text)).toEqual([
      'can we ship?',
      'Checks a release.',
      '发布前检查',
      'Before you ship',
      'release Check v2',
    ]);
    expect(new Set(rows.map(({ label }) => label))).toEqual(new Set(['release_check']));
  });
});
