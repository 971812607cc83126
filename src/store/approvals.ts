import type { Selectable } from 'kysely';
import type { ApprovalRow } from './runtime-schema.js';
import type { Tx } from './tx.js';

export type StoredApproval = Selectable<ApprovalRow>;

/** How a request ended: what it is answered with, when, and by whom. */
export interface ApprovalEnd {
  readonly decision: 'approved' | 'denied' | 'expired';
  readonly by: string;
  readonly at: Date;
}

export async function insertApproval(tx: Tx, row: StoredApproval): Promise<void> {
  await tx.insertInto('approvals').values(row).execute();
}

export async function findApproval(tx: Tx, id: string): Promise<StoredApproval | null> {
  return (await tx.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Answers a request that still waits. False where it has been answered before, or is approved after its time: nothing is changed then. */
export async function endApproval(tx: Tx, id: string, { decision, by, at }: ApprovalEnd): Promise<boolean> {
  let waiting = tx
    .updateTable('approvals')
    .set({ decision, by, decided_at: at.toISOString() })
    .where('id', '=', id)
    .where('decision', 'is', null);
  if (decision === 'approved') waiting = waiting.where('expires_at', '>', at.toISOString());
  return (await waiting.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Those that wait for an answer, oldest first; not those whose time is over or whose invocation has ended. */
export async function waitingApprovals(tx: Tx, now: Date): Promise<StoredApproval[]> {
  return tx
    .selectFrom('approvals as a')
    .innerJoin('invocations as i', 'i.id', 'a.invocation_id')
    .selectAll('a')
    .where('a.decision', 'is', null)
    .where('a.expires_at', '>', now.toISOString())
    .where('i.status', '=', 'pending')
    .orderBy('a.requested_at')
    .orderBy('a.id')
    .execute();
}

/** The newest, newest first. */
export async function newestApprovals(tx: Tx, limit: number): Promise<StoredApproval[]> {
  return tx
    .selectFrom('approvals')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** All of one invocation, oldest first. */
export async function approvalsOf(tx: Tx, invocation_id: string): Promise<StoredApproval[]> {
  return tx
    .selectFrom('approvals')
    .selectAll()
    .where('invocation_id', '=', invocation_id)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
}

/** What an answer needs to know of the invocation: whether it still runs, and the task it is made for. */
export async function askerOf(
  tx: Tx,
  invocation_id: string,
): Promise<{ status: string; owner: string | null; run_id: string | null } | null> {
  const row = await tx
    .selectFrom('invocations')
    .select(['status', 'owner', 'run_id'])
    .where('id', '=', invocation_id)
    .executeTakeFirst();
  return row ?? null;
}
