import type { ApprovalRules } from '../channel.js';
import type { ApprovalRequest } from '../driver.js';
import { matchesAllowed } from './matches-allowed.js';

/** What can be decided without a person; `ask` where it cannot. */
export type Ruling = 'approved' | 'denied' | 'ask';

/** More than this many characters of a request nobody reads before answering. */
const LONGEST_READ = 32_000;

/** `leaves`: it works in, or writes to, a place outside of the work directory: that no list allows. */
export function byRule(
  rules: ApprovalRules | undefined,
  request: Pick<ApprovalRequest, 'argv' | 'writes'>,
  leaves: boolean,
): Ruling {
  const policy = rules?.policy ?? 'deny';
  if (policy === 'deny' || rules === undefined) return 'denied';
  const { argv } = request;
  if (argv !== null && !leaves && matchesAllowed(argv, rules.allow)) return 'approved';
  if (policy === 'allow-list') return 'denied';
  return lengthOf(request) > LONGEST_READ ? 'denied' : 'ask';
}

function lengthOf({ argv, writes }: Pick<ApprovalRequest, 'argv' | 'writes'>): number {
  return [...(typeof argv === 'string' ? [argv] : (argv ?? [])), ...writes].reduce(
    (sum, { length }) => sum + length,
    0,
  );
}
