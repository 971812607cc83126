import { areaUnderCurve } from '../../src/policy/area-under-curve.js';
import { SHIPPED_CALIBRATION } from '../../src/policy/route-index.js';
import { OUT_OF_SCOPE } from './dataset.js';
import type { Decided } from './decide.js';
import type { Split } from './splits.js';

type Answer = Decided<Split['questions'][number]>;

export interface Run {
  readonly train_ms: number;
  readonly index_bytes: number;
  readonly answers: readonly Answer[];
}

export interface Report {
  /** Share of in-scope questions whose best route is theirs. */
  readonly accuracy: number;
  readonly accuracy_by_file: Readonly<Record<string, number>>;
  /** In scope against out of scope by the margin; null without out-of-scope questions. */
  readonly oos_auroc: number | null;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly train_ms: number;
  readonly index_bytes: number;
  readonly runs: number;
  /** At the shipped threshold. */
  readonly in_scope_kept: number;
  readonly out_of_scope_passed: number | null;
}

/** Means over the runs; times over all decisions. */
export function report(runs: readonly Run[]): Report {
  const answers = runs.flatMap((run) => run.answers);
  const inside = answers.filter(({ question }) => question.label !== OUT_OF_SCOPE);
  const outside = answers.filter(({ question }) => question.label === OUT_OF_SCOPE);
  const files = [...new Set(inside.map(({ question }) => question.file))];
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  const curves = runs.map((run) => outOfScopeCurve(run.answers));
  return {
    accuracy: share(inside, isRight),
    accuracy_by_file: Object.fromEntries(
      files.map((file) => [
        file,
        share(
          inside.filter(({ question }) => question.file === file),
          isRight,
        ),
      ]),
    ),
    oos_auroc: outside.length === 0 ? null : mean(curves),
    p50_ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99_ms: times[Math.floor(times.length * 0.99)] ?? 0,
    train_ms: mean(runs.map((run) => run.train_ms)),
    index_bytes: mean(runs.map((run) => run.index_bytes)),
    runs: runs.length,
    in_scope_kept: share(inside, passes),
    out_of_scope_passed: outside.length === 0 ? null : share(outside, passes),
  };
}

function outOfScopeCurve(answers: readonly Answer[]): number {
  const margins = (out: boolean) =>
    answers.filter(({ question }) => (question.label === OUT_OF_SCOPE) === out).map(marginOf);
  return areaUnderCurve(margins(false), margins(true));
}

function marginOf({ score, unknown_mass }: Answer): number {
  return score - SHIPPED_CALIBRATION.unknown_weight * unknown_mass;
}

function isRight({ question, best }: Answer): boolean {
  return question.label === best;
}

function passes(answer: Answer): boolean {
  return marginOf(answer) >= SHIPPED_CALIBRATION.threshold;
}

function share(answers: readonly Answer[], holds: (answer: Answer) => boolean): number {
  return answers.filter(holds).length / answers.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
