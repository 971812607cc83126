import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPolicy } from '../../src/policy/action-file.js';
import { WRONG_ANSWERS_AT_MOST, WRONG_AT_MOST } from '../../src/training/calibrate-policy.js';
import { catalogOf } from '../../src/training/catalogs.js';
import { EQUIVALENCE, evaluatePolicy } from '../../src/training/evaluate.js';
import { metricsOf, type PolicyRecord, shortId } from '../../src/training/policy-record.js';
import { readProtocolData } from '../../src/training/protocol-data.js';
import { trainPolicy } from '../../src/training/train-policy.js';
import { PROTOCOL, SHIPPED } from './folders.js';

const names = await readdir(SHIPPED);
const [file = ''] = names.filter((name) => name.endsWith('.bin'));
const policy = openPolicy(await readFile(join(SHIPPED, file)));
const record = JSON.parse(await readFile(join(SHIPPED, `${shortId(policy)}.json`), 'utf8')) as PolicyRecord;
const data = await readProtocolData(PROTOCOL);
const { routes } = catalogOf(data.types, policy.utterances());
const evaluate = (split: string) =>
  evaluatePolicy(
    policy,
    routes,
    data.samples.filter((sample) => sample.split === split),
  );

describe('the shipped policy', () => {
  it('is one, under the name of its hash, with its record', () => {
    expect(names.sort()).toEqual([`${shortId(policy)}.bin`, `${shortId(policy)}.json`]);
    expect(record).toMatchObject({ id: shortId(policy), weights: policy.id, data: data.hashes });
  });

  it('comes out bit for bit when it is trained again from the repository', () => {
    expect(trainPolicy(data).id).toBe(policy.id);
  }, 2_700_000);

  it('does on the frozen holdout what its record says, and cancels nothing falsely', () => {
    const evaluation = evaluate('holdout');
    expect(metricsOf(evaluation)).toEqual(record.metrics.holdout);
    expect(evaluation.false_cancels).toBe(0);
    expect(evaluation.target_accuracy).toBeGreaterThanOrEqual(0.95);
    for (const [bucket, { target_accuracy }] of Object.entries(evaluation.per_bucket)) {
      expect(target_accuracy, bucket).toBeGreaterThanOrEqual(0.85);
    }
    expect(evaluation.equivalence).toBe(EQUIVALENCE);
  });

  it('asks rather than errs: on the holdout it keeps to the bounds its thresholds were calibrated for', () => {
    const taken = evaluate('holdout').rows.filter(({ asked }) => !asked);
    const answers = ['status', 'cancel', 'executor'];
    const started = taken.filter(({ predicted }) => !predicted.startsWith('observe:') && !answers.includes(predicted));
    const right = (rows: typeof taken) => rows.filter(({ ok }) => ok).length / rows.length;
    expect(right(started)).toBeGreaterThanOrEqual(1 - WRONG_AT_MOST);
    expect(right(taken)).toBeGreaterThanOrEqual(1 - WRONG_ANSWERS_AT_MOST);
  });
});
