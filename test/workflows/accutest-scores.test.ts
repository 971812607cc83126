import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareField } from '../../skills/controller/accutest/accutest-input.js';
import { readBaseline } from '../../skills/controller/accutest/baseline.js';
import { compare, verdictOf } from '../../skills/controller/accutest/judge.js';
import { LineSplitter } from '../../skills/controller/accutest/predictors/line-splitter.js';
import { readAnswer } from '../../skills/controller/accutest/predictors/read-answer.js';
import { Confusion } from '../../skills/controller/accutest/scores/confusion.js';
import { matrixOf, pairsOf } from '../../skills/controller/accutest/scores/matrix.js';
import { scoresOf } from '../../skills/controller/accutest/scores/scores.js';
import { wilson } from '../../skills/controller/accutest/scores/wilson.js';
import { WorstErrors } from '../../skills/controller/accutest/scores/worst-errors.js';
import { workspace } from '../harness/workspace.js';

function confusion(labels: string[], pairs: [string, string | null, number?][]): Confusion {
  const made = new Confusion(labels);
  for (const [expected, predicted, count = 1] of pairs) {
    for (let n = 0; n < count; n += 1) made.add(expected, predicted);
  }
  return made;
}

describe('scores', () => {
  it('are those worked out by hand', () => {
    const made = confusion(
      ['cat', 'dog', 'emu'],
      [
        ['cat', 'cat', 4],
        ['cat', 'dog', 1],
        ['dog', 'dog', 2],
        ['dog', 'cat', 1],
        ['emu', 'cat'],
        ['emu', 'cow'],
      ],
    );
    expect(scoresOf(made)).toMatchObject({
      rows: 10,
      correct: 6,
      accuracy: 0.6,
      per_class: [
        { label: 'cat', precision: 0.666667, recall: 0.8, f1: 0.727273, support: 5, predicted: 6 },
        { label: 'dog', precision: 0.666667, recall: 0.666667, f1: 0.666667, support: 3, predicted: 3 },
        { label: 'emu', precision: 0, recall: 0, f1: 0, support: 2, predicted: 0 },
      ],
      macro: { precision: 0.444444, recall: 0.488889, f1: 0.464646 },
      weighted: { precision: 0.533333, recall: 0.6, f1: 0.563636 },
    });
    expect(matrixOf(made, ['cat', 'dog'])).toEqual({
      labels: ['cat', 'dog'],
      counts: [
        [4, 1],
        [1, 2],
      ],
      other: [0, 0],
      none: [0, 0],
      left_out: 0,
    });
    expect(matrixOf(made, ['cat', 'dog', 'emu'])).toMatchObject({
      counts: [
        [4, 1, 0],
        [1, 2, 0],
        [1, 0, 0],
      ],
      other: [0, 0, 1],
    });
    expect(pairsOf(made)[0]).toEqual({ expected: 'cat', predicted: 'dog', count: 1 });
    expect(pairsOf(made).find(({ predicted }) => predicted === null)).toEqual({
      expected: 'emu',
      predicted: null,
      count: 1,
    });
  });

  it('count a row without an answer as one that was not recognised', () => {
    const scores = scoresOf(
      confusion(
        ['a', 'b'],
        [
          ['a', 'a', 3],
          ['a', null],
          ['b', 'b', 4],
        ],
      ),
    );
    expect(scores).toMatchObject({ accuracy: 0.875, rows: 8 });
    expect(scores?.per_class.find(({ label }) => label === 'a')).toMatchObject({
      precision: 1,
      recall: 0.75,
      support: 4,
    });
  });

  it('of nothing are nothing', () => {
    expect(scoresOf(new Confusion(['a']))).toBeNull();
  });

  it('hold together whatever is predicted', () => {
    const label = fc.constantFrom('a', 'b', 'c', 'd');
    const predicted = fc.constantFrom<string | null>('a', 'b', 'c', 'd', 'z', null);
    fc.assert(
      fc.property(fc.array(fc.tuple(label, predicted), { minLength: 1, maxLength: 60 }), (pairs) => {
        const scores = scoresOf(confusion(['a', 'b', 'c', 'd'], pairs));
        if (scores === null) throw new Error('nothing scored');
        const close = (a: number, b: number): void => expect(Math.abs(a - b)).toBeLessThan(1e-5);
        expect(scores.correct).toBe(pairs.filter(([a, b]) => a === b).length);
        // Recall weighted by support is accuracy, by definition.
        close(scores.weighted.recall, scores.accuracy);
        expect(scores.per_class.reduce((sum, { support }) => sum + support, 0)).toBe(pairs.length);
        expect(scores.interval[0]).toBeLessThanOrEqual(scores.accuracy + 1e-6);
        expect(scores.interval[1]).toBeGreaterThanOrEqual(scores.accuracy - 1e-6);
        for (const { precision, recall, f1 } of scores.per_class) {
          for (const value of [precision, recall, f1]) expect(value >= 0 && value <= 1).toBe(true);
          if (precision + recall > 0) close(f1, (2 * precision * recall) / (precision + recall));
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [5, 10, 0.2366, 0.7634],
    [81, 263, 0.2553, 0.3662],
    [21, 24, 0.69, 0.9566],
    [0, 0, 0, 1],
  ])('%i of %i lie between %f and %f', (successes, trials, low, high) => {
    const [from, to] = wilson(successes, trials);
    expect(from).toBeCloseTo(low, 4);
    expect(to).toBeCloseTo(high, 4);
  });
});

describe('answers of predictors', () => {
  it.each<[string, unknown]>([
    ['{"label":"退款"}', { label: '退款', score: null }],
    ['{"id":3,"label":"a","score":0.5}', { label: 'a', score: 0.5 }],
    ['{"prediction":1,"confidence":1}', { label: '1', score: 1 }],
    ['{"class":true}', { label: 'true', score: null }],
    ['"a b"', { label: 'a b', score: null }],
    ['退款\t', { label: '退款', score: null }],
    ['spam', { label: 'spam', score: null }],
    ['12', { label: '12', score: null }],
    ['-1.5', { label: '-1.5', score: null }],
    ['007-A', { label: '007-A', score: null }],
    ['e\u0301', { label: '\u00e9', score: null }],
    ['{"label":"a","score":"high"}', { label: 'a', score: null }],
    ['{"label":""}', { unanswered: 'no_label', detail: '{"label":""}' }],
    ['{"label":["a"]}', { unanswered: 'no_label', detail: '{"label":["a"]}' }],
    ['{"label":null}', { unanswered: 'no_label', detail: '{"label":null}' }],
    ['{"error":"x"}', { unanswered: 'no_label', detail: '{"error":"x"}' }],
    ['{"label":"a"', { unanswered: 'no_label', detail: '{"label":"a"' }],
    ['[1]', { unanswered: 'no_label', detail: '[1]' }],
    ['null', { unanswered: 'no_label', detail: 'null' }],
    ['', { unanswered: 'no_label', detail: '' }],
    [`"${'x'.repeat(2_000)}"`, { unanswered: 'no_label', detail: `"${'x'.repeat(118)}…` }],
  ])('%s', (text, prediction) => {
    expect(readAnswer(text).prediction).toEqual(prediction);
  });

  it('garbage never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        const { prediction } = readAnswer(text);
        expect('label' in prediction ? prediction.label !== '' : prediction.detail.length <= 120).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('lines of a predictor', () => {
  const lines = (bytes: Buffer, size: number): string[] => {
    const taken: string[] = [];
    const splitter = new LineSplitter((line) => taken.push(line) > 0);
    for (let at = 0; at < bytes.length; at += size) splitter.feed(bytes.subarray(at, at + size));
    splitter.finish();
    return taken;
  };

  it('are the same wherever the chunks are cut', () => {
    const line = fc.string({ unit: fc.constantFrom('a', '款', '😀', ' '), maxLength: 5 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (texts, size) => {
        expect(lines(Buffer.from(texts.map((text) => `${text}\n`).join('')), size)).toEqual(texts);
      }),
      { numRuns: 300 },
    );
    const mixed = Buffer.concat([Buffer.from('a\n退款\r\n'), Buffer.from('cdcbbfee', 'hex'), Buffer.from('\n\nlast')]);
    for (const size of [1, 2, 3, 100]) expect(lines(mixed, size)).toEqual(['a', '退款', '退款', '', 'last']);
  });
});

describe('the worst errors', () => {
  it('are those that the predictor was surest of, at most 50', () => {
    const worst = new WorstErrors();
    for (let line = 0; line < 200; line += 1) {
      worst.add({ line, text: `t${line}`, expected: 'a', predicted: 'b', score: ((line * 37) % 200) / 200 });
    }
    expect(worst.kept).toHaveLength(50);
    expect(worst.kept.map(({ score }) => score)).toEqual(Array.from({ length: 50 }, (_, index) => (199 - index) / 200));
  });

  it('without scores are the first', () => {
    const worst = new WorstErrors();
    for (let line = 0; line < 60; line += 1) worst.add({ line, text: 't', expected: 'a', predicted: 'b', score: null });
    expect(worst.kept.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });
});

describe('limits', () => {
  it.each([
    [0.92, 0.92],
    ['0.92', 0.92],
    ['92%', 0.92],
    ['92 ％', 0.92],
    [92, 0.92],
    [1, 1],
    ['1%', 0.01],
    [100, 1],
    ['.5', 0.5],
    [0, 0],
    [null, null],
    ['', null],
  ])('%j means %j', (value, share) => {
    expect(shareField({ min_accuracy: value }, 'min_accuracy')).toBe(share);
  });

  it.each(['abc', -1, 101, '101%', {}, [0.9, 1], Number.NaN, '0.9.1'])('%j is refused', (value) => {
    expect(() => shareField({ min_accuracy: value }, 'min_accuracy')).toThrow(/must be a share such as 0\.92 or 92%/);
  });

  const scores = scoresOf(
    confusion(
      ['a', 'b'],
      [
        ['a', 'a', 13],
        ['b', 'b', 10],
        ['b', 'a', 2],
      ],
    ),
  );
  if (scores === null) throw new Error('nothing scored');
  const none = { min_accuracy: null, min_f1: null };
  const baseline = (accuracy: number, rows: number, rows_id: string) => ({
    file: 'x',
    accuracy,
    rows,
    rows_id,
    macro_f1: null,
    interval: wilson(Math.round(accuracy * rows), rows),
  });

  it.each([
    ['nothing', none, null, 'passed', ['no_limits']],
    ['exactly what is asked', { ...none, min_accuracy: 0.92 }, null, 'passed', ['close_call']],
    ['far less', { ...none, min_accuracy: 0.5 }, null, 'passed', []],
    ['more', { ...none, min_accuracy: 0.921 }, null, 'failed', ['below_accuracy']],
    ['a better F1', { ...none, min_f1: 0.95 }, null, 'failed', ['below_f1']],
    ['a worse baseline', none, baseline(0.9, 25, 'r'), 'passed', []],
    ['the same', none, baseline(0.92, 25, 'r'), 'passed', []],
    ['a better baseline on the same rows', none, baseline(0.96, 25, 'r'), 'failed', ['below_baseline']],
    ['a little better baseline on other rows', none, baseline(0.96, 25, 'q'), 'passed', ['within_noise']],
    ['a much better baseline on other rows', none, baseline(0.999, 100_000, 'q'), 'failed', ['below_baseline']],
  ])('23 of 25 against %s', (_what, limits, against, verdict, codes) => {
    const notes = compare(scores, limits, against, 'r');
    expect(notes.map(({ code }) => code)).toEqual(codes);
    expect(verdictOf(notes)).toBe(verdict);
  });
});

describe('baselines', () => {
  const good = { accuracy: 0.9, rows: 100, macro: { f1: 0.8 }, dataset: { rows_id: 'r' }, verdict: 'failed' };

  it.each<[string, unknown, object]>([
    ['a result', { task_status: 'done', data: good }, { accuracy: 0.9, rows: 100, macro_f1: 0.8, rows_id: 'r' }],
    ['its data alone', good, { accuracy: 0.9 }],
    ['less than that', { accuracy: 1, rows: 3 }, { accuracy: 1, macro_f1: null, rows_id: null }],
    ['a result of something else', { data: { verdict: 'passed', counts: {} } }, { code: 'baseline_unusable' }],
    ['a run that was not completed', { data: { ...good, verdict: 'error' } }, { code: 'baseline_unusable' }],
    ['a share that is none', { accuracy: 90, rows: 10 }, { code: 'baseline_unusable' }],
    ['no rows', { accuracy: 0.9, rows: 0 }, { code: 'baseline_unusable' }],
    ['a list', [1], { code: 'baseline_unusable' }],
    ['null', null, { code: 'baseline_unusable' }],
  ])('%s', async (_what, value, expected) => {
    const folder = await workspace();
    await writeFile(join(folder, 'result.json'), JSON.stringify(value));
    expect(readBaseline(folder, 'result.json')).toMatchObject(expected);
    expect(readBaseline(folder, '.')).toMatchObject(expected);
  });

  it('that are not there or are no JSON are refused', async () => {
    const folder = await workspace();
    await writeFile(join(folder, 'x.json'), '{"accuracy":');
    expect(readBaseline(folder, 'x.json')).toMatchObject({
      code: 'baseline_unusable',
      message: ['不是 JSON', 'it is not JSON'],
    });
    expect(readBaseline(folder, 'y.json')).toMatchObject({
      code: 'baseline_unusable',
      message: ['文件不存在', 'it does not exist'],
    });
  });
});
