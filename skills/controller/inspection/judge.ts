import type { Finding, Status } from './finding.js';
import type { Target } from './target.js';

const WEIGHT: Readonly<Record<Status, number>> = { passed: 0, warned: 1, error: 2, failed: 3 };

/** The worst of what a check says and of where its value lies. A threshold is passed when it is reached; for days, when fewer are left. */
export function statusOf(target: Pick<Target, 'kind' | 'warn' | 'fail'>, { value, problems }: Finding): Status {
  const seen: Status[] = [valueStatus(target, value), ...problems.map(({ status }) => status)];
  return seen.reduce((worst, status) => (WEIGHT[status] > WEIGHT[worst] ? status : worst));
}

export function valueStatus(
  { kind, warn, fail }: Pick<Target, 'kind' | 'warn' | 'fail'>,
  value: number | null,
): Status {
  if (value === null) return 'passed';
  const reaches = (limit: number | null): boolean =>
    limit !== null && (kind === 'certificate' ? value < limit : value >= limit);
  return reaches(fail) ? 'failed' : reaches(warn) ? 'warned' : 'passed';
}
