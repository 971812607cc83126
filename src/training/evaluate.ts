import { DEFAULT_CONTEXT_LIMITS } from '../environment/limits.js';
import { rankActions, thresholdFor } from '../policy/action-decide.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { actionInput } from '../policy/action-model.js';
import { sceneOf } from '../policy/action-scene.js';
import type { RouteScores } from '../policy/route-index.js';
import { caseOf, targetName } from './cases.js';
import { type Sample, stateOf } from './sample.js';

/** What `policy eval` prints. */
export interface Evaluation {
  policy_id: string;
  count: number;
  /** observe or generate_task was right. */
  kind_accuracy: number;
  /** Tool or type was right, counting the equivalence. */
  target_accuracy: number;
  /** Tool or type and arguments were right, without the equivalence. */
  exact_accuracy: number;
  /** `asked`: below the threshold, so that nothing would have been done. */
  asked: number;
  /** Cancelling taken where it was wrong. */
  false_cancels: number;
  per_bucket: Record<string, { count: number; target_accuracy: number }>;
  p50_ms: number;
  p99_ms: number;
  equivalence: string;
  rows: EvaluatedRow[];
}

export interface EvaluatedRow {
  sample_id: string;
  bucket_key: string;
  expected: string;
  predicted: string;
  confidence: number;
  asked: boolean;
  ok: boolean;
}

/** Both tell how things stand; public rows label it one way or the other. */
export const EQUIVALENCE =
  'observe build_context_view ≡ status when something runs or has just run (both answer how things stand)';

/** Scores a text against the registered types, as an installation does. */
export type Routes = (text: string) => RouteScores;

/** Decides every sample with a policy over the routes of an installation. */
export function evaluatePolicy(policy: ActionPolicy, routes: Routes, samples: readonly Sample[]): Evaluation {
  const times: number[] = [];
  const rows = samples.map((sample): EvaluatedRow & { exact: boolean; same: boolean; kind: boolean } => {
    const { ENVIRONMENT_JSON } = stateOf(sample, '', DEFAULT_CONTEXT_LIMITS);
    const { text, observed, target } = caseOf(sample);
    const started = performance.now();
    const scene = sceneOf(ENVIRONMENT_JSON);
    const [best] = rankActions(policy, actionInput(text, scene, observed, routes(text)));
    times.push(performance.now() - started);
    const predicted = best === undefined ? '' : targetName(best.candidate);
    const worked = scene.running.length > 0 || scene.last !== null;
    const same = predicted === target;
    const { target_action } = sample;
    // The embedded policy gives its tools no arguments.
    const exact =
      same && (target_action.action_kind !== 'observe' || Object.keys(target_action.args ?? {}).length === 0);
    return {
      sample_id: sample.sample_id,
      bucket_key: sample.bucket_key,
      expected: target,
      predicted,
      confidence: best?.probability ?? 0,
      asked: best === undefined || best.probability < thresholdFor(best, text, policy),
      ok: same || (worked && equivalent(predicted, target)),
      exact,
      same,
      kind: predicted.startsWith('observe:') === target.startsWith('observe:'),
    };
  });
  const share = (holds: (row: (typeof rows)[number]) => boolean, among = rows) =>
    among.length === 0 ? 0 : among.filter(holds).length / among.length;
  const buckets = [...new Set(rows.map(({ bucket_key }) => bucket_key))].sort();
  times.sort((one, other) => one - other);
  return {
    policy_id: policy.id,
    count: rows.length,
    kind_accuracy: share(({ kind, ok }) => kind || ok),
    target_accuracy: share(({ ok }) => ok),
    exact_accuracy: share(({ exact }) => exact),
    asked: rows.filter(({ asked }) => asked).length,
    false_cancels: rows.filter(({ predicted, asked, same }) => predicted === 'cancel' && !asked && !same).length,
    per_bucket: Object.fromEntries(
      buckets.map((bucket) => {
        const own = rows.filter(({ bucket_key }) => bucket_key === bucket);
        return [bucket, { count: own.length, target_accuracy: share(({ ok }) => ok, own) }];
      }),
    ),
    p50_ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99_ms: times[Math.floor(times.length * 0.99)] ?? 0,
    equivalence: EQUIVALENCE,
    rows: rows.map(({ exact: _exact, same: _same, kind: _kind, ...row }) => row),
  };
}

function equivalent(one: string, other: string): boolean {
  const pair = [one, other].sort();
  return pair[0] === 'observe:build_context_view' && pair[1] === 'status';
}
