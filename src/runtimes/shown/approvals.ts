import { approvalsOf, askerOf, newestApprovals, type StoredApproval, waitingApprovals } from '../../store/approvals.js';
import type { Store } from '../../store/open.js';
import type { Tx } from '../../store/tx.js';
import type { OwnerReference } from '../request.js';

/** A request as lists and `--json` print it. */
export interface ApprovalListing {
  readonly id: string;
  readonly invocation_id: string;
  readonly run_id: string | null;
  /** The Environment of the task it is made for; null: of none. */
  readonly environment: string | null;
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
  return await store.read(async (tx) =>
    shown(tx, which === 'waiting' ? await waitingApprovals(tx, now) : await newestApprovals(tx, which.newest), now),
  );
}

/** All of one invocation, oldest first. */
export async function approvalsShownOf(tx: Tx, invocation_id: string, now: Date): Promise<ApprovalListing[]> {
  return await shown(tx, await approvalsOf(tx, invocation_id), now);
}

async function shown(tx: Tx, rows: readonly StoredApproval[], now: Date): Promise<ApprovalListing[]> {
  const all: ApprovalListing[] = [];
  for (const row of rows) all.push(await approvalShown(tx, row, now));
  return all;
}

export async function approvalShown(tx: Tx, row: StoredApproval, now: Date): Promise<ApprovalListing> {
  const asker = await askerOf(tx, row.invocation_id);
  const owner = asker?.owner == null ? {} : (JSON.parse(asker.owner) as OwnerReference);
  const { decision, argv, writes, ...same } = row;
  return {
    ...same,
    environment: owner.environment ?? null,
    argv: argv === null ? null : (JSON.parse(argv) as string | string[]),
    writes: writes === null ? [] : (JSON.parse(writes) as string[]),
    state: decision === null ? open(row, asker?.status, now) : (decision as ApprovalListing['state']),
  };
}

/** What nobody answered and nobody waits for any more has expired, whether or not that was written down. */
function open({ expires_at }: StoredApproval, asker: string | undefined, now: Date): 'waiting' | 'expired' {
  return asker === 'pending' && now < new Date(expires_at) ? 'waiting' : 'expired';
}
