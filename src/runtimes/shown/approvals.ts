import { approvalsOf, askerOf, newestApprovals, type StoredApproval, waitingApprovals } from '../../store/approvals.js';
import type { Store } from '../../store/open.js';
import type { Tx } from '../../store/tx.js';

/** A request as lists and `--json` print it. */
export interface ApprovalListing {
  readonly id: string;
  readonly invocation_id: string;
  readonly run_id: string | null;
  /** The back-end's own id of the request. */
  readonly request_id: string;
  readonly tool: string;
  /** An argv, the text the back-end gave, or null where the tool runs no command. Redacted. */
  readonly argv: readonly string[] | string | null;
  readonly cwd: string | null;
  readonly writes: readonly string[];
  readonly digest: string;
  readonly requested_at: string;
  readonly expires_at: string;
  /** `waiting` is the only one that can be answered. */
  readonly state: 'waiting' | 'approved' | 'denied' | 'expired';
  readonly decided_at: string | null;
  readonly by: string | null;
}

/** Those that wait, oldest first; or the newest ones, answered or not. */
export async function listApprovals(
  store: Store,
  which: 'waiting' | { readonly newest: number },
  now: Date,
): Promise<ApprovalListing[]> {
  return await store.read(async (tx) => {
    if (which === 'waiting') return (await waitingApprovals(tx, now)).map((row) => listed(row, 'waiting'));
    const shown: ApprovalListing[] = [];
    for (const row of await newestApprovals(tx, which.newest)) shown.push(await approvalShown(tx, row, now));
    return shown;
  });
}

/** All of one invocation, oldest first. */
export async function approvalsShownOf(tx: Tx, invocation_id: string, now: Date): Promise<ApprovalListing[]> {
  const shown: ApprovalListing[] = [];
  for (const row of await approvalsOf(tx, invocation_id)) shown.push(await approvalShown(tx, row, now));
  return shown;
}

/** One that nobody answered, and that nobody waits for any more, has expired, whether or not that was written down. */
export async function approvalShown(tx: Tx, row: StoredApproval, now: Date): Promise<ApprovalListing> {
  if (row.decision !== null) return listed(row, row.decision as ApprovalListing['state']);
  const asker = now < new Date(row.expires_at) ? await askerOf(tx, row.invocation_id) : null;
  return listed(row, asker?.status === 'pending' ? 'waiting' : 'expired');
}

function listed(
  { decision: _, argv, writes, ...row }: StoredApproval,
  state: ApprovalListing['state'],
): ApprovalListing {
  return {
    ...row,
    argv: argv === null ? null : (JSON.parse(argv) as string | string[]),
    writes: writes === null ? [] : (JSON.parse(writes) as string[]),
    state,
  };
}
