import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseOf } from '../../src/training/cases.js';
import { exportSamples } from '../../src/training/export-samples.js';
import { readProtocolData, SAMPLES_FILE } from '../../src/training/protocol-data.js';
import { splitOf } from '../../src/training/split.js';
import { PROTOCOL } from './folders.js';

const data = await readProtocolData(PROTOCOL);
const OURS = [
  'running_status_observe',
  'failed_track_observe',
  'time_anchor_observe',
  'ambiguous_context_observe',
  'history_summary_generate',
];
const GENERATE = ['executor', 'functest', 'accutest', 'perftest', 'inspection', 'release_check'].map(
  (type) => `generate_${type}`,
);

describe('the protocol data', () => {
  it('are exported as their authors wrote them: after a change, run scripts/ship-policy.js', async () => {
    expect((await exportSamples(PROTOCOL)) === (await readFile(join(PROTOCOL, SAMPLES_FILE), 'utf8'))).toBe(true);
  });

  it('hold at least 500 rows, 40 foreign packages, every bucket, and 60 rows each of status and cancel', () => {
    const count = (bucket: string) => data.samples.filter(({ bucket_key }) => bucket_key === bucket).length;
    expect(data.samples.length).toBeGreaterThanOrEqual(500);
    expect(data.packages.length).toBeGreaterThanOrEqual(40);
    for (const bucket of [...OURS, ...GENERATE, 'failed_retry_generate'])
      expect(count(bucket), bucket).toBeGreaterThan(20);
    expect(count('status')).toBeGreaterThanOrEqual(60);
    expect(count('cancel')).toBeGreaterThanOrEqual(60);
  });

  it('keep all rows of a template in one split, and no conversation in two', () => {
    const places = new Map<unknown, Set<string>>();
    const states = new Map<string, Set<string>>();
    for (const sample of data.samples) {
      for (const [map, key] of [
        [places, sample.template_id],
        [states, JSON.stringify([sample.user_input, sample.environment, sample.observations])],
      ] as [Map<unknown, Set<string>>, unknown][]) {
        map.set(key, (map.get(key) ?? new Set()).add(sample.split));
      }
    }
    expect([...places, ...states].filter(([, splits]) => splits.size > 1)).toEqual([]);
  });

  it('name every sample once', () => {
    expect(new Set(data.samples.map(({ sample_id }) => sample_id)).size).toBe(data.samples.length);
  });

  it('ask for an action that the state allows', () => {
    for (const sample of data.samples) {
      const { scene, target, id } = caseOf(sample);
      if (target === 'cancel') expect(scene.running.length, id).toBeGreaterThan(0);
      if (target === 'observe:previous_failed_track') expect(scene.failed, id).not.toBeNull();
      if (target === 'observe:build_context_view') expect(scene.rounds + scene.summaries, id).toBeGreaterThan(0);
    }
  });

  it('are split for good: these templates stay where they are', () => {
    expect(
      ['lin.status.1', 'maya.cancel.all', 'noor.time.tw.zh.0', 'iac_drift_check'].map(splitOf),
    ).toMatchInlineSnapshot(`
      [
        "sft_train",
        "sft_train",
        "sft_train",
        "holdout",
      ]
    `);
  });
});
