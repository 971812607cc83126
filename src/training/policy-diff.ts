import type { ActionPolicy } from '../policy/action-file.js';
import { evaluatePolicy, type Routes } from './evaluate.js';
import { shortId } from './policy-record.js';
import type { Sample } from './sample.js';

/** Two policies decide the same samples: what `policy diff` prints. */
export interface PolicyDiff {
  before: { id: string; target_accuracy: number; asked: number };
  after: { id: string; target_accuracy: number; asked: number };
  count: number;
  /** Wrong before and right after; and the other way round. */
  fixed: number;
  regressed: number;
  per_bucket: Record<string, { fixed: number; regressed: number }>;
  /** Samples decided differently. */
  rows: { sample_id: string; expected: string; before: string; after: string; ok_before: boolean; ok_after: boolean }[];
}

/** A policy, and how an index with its utterances scores a text. */
export interface PolicyWithRoutes {
  readonly policy: ActionPolicy;
  readonly routes: Routes;
}

export function diffPolicies(
  before: PolicyWithRoutes,
  after: PolicyWithRoutes,
  samples: readonly Sample[],
): PolicyDiff {
  const evaluate = ({ policy, routes }: PolicyWithRoutes) => evaluatePolicy(policy, routes, samples);
  const [old, now] = [evaluate(before), evaluate(after)];
  const rows = old.rows.flatMap((row, at) => {
    const other = now.rows[at];
    if (other === undefined || other.predicted === row.predicted) return [];
    const { sample_id, bucket_key, expected, predicted, ok } = row;
    return [
      { sample_id, bucket_key, expected, before: predicted, after: other.predicted, ok_before: ok, ok_after: other.ok },
    ];
  });
  const per_bucket: PolicyDiff['per_bucket'] = {};
  for (const { bucket_key, ok_before, ok_after } of rows) {
    if (ok_before === ok_after) continue;
    per_bucket[bucket_key] ??= { fixed: 0, regressed: 0 };
    per_bucket[bucket_key][ok_after ? 'fixed' : 'regressed'] += 1;
  }
  const changes = Object.values(per_bucket);
  return {
    before: { id: shortId(before.policy), target_accuracy: old.target_accuracy, asked: old.asked },
    after: { id: shortId(after.policy), target_accuracy: now.target_accuracy, asked: now.asked },
    count: samples.length,
    fixed: changes.reduce((sum, { fixed }) => sum + fixed, 0),
    regressed: changes.reduce((sum, { regressed }) => sum + regressed, 0),
    per_bucket,
    rows: rows.map(({ bucket_key: _bucket, ...row }) => row),
  };
}
