import { userInfo } from 'node:os';
import { inheritsMark } from '../../processes/inherits-mark.js';
import { INVOCATION_MARK } from '../../processes/marks.js';
import { askerOf, findApproval, type StoredApproval } from '../../store/approvals.js';
import type { Store } from '../../store/open.js';
import { endOnRecord } from './end-on-record.js';
import { ApprovalByAgentError, ApprovalClosedError, ApprovalUnknownError } from './errors.js';

export interface Answering {
  readonly store: Store;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
}

/**
 * A person's answer to a request that waits; the row as it is then. Throws ApprovalUnknownError, ApprovalClosedError, and
 * ApprovalByAgentError where an agent would approve.
 */
export async function answerApproval(
  { store, env, now }: Answering,
  id: string,
  decision: 'approved' | 'denied',
): Promise<StoredApproval> {
  if (decision === 'approved' && inheritsMark(INVOCATION_MARK, env)) throw new ApprovalByAgentError(id);
  return await store.write(async (tx) => {
    const row = await findApproval(tx, id);
    if (row === null) throw new ApprovalUnknownError(id);
    if (row.decision !== null) throw new ApprovalClosedError(id, row.decision, row.by ?? '–');
    const at = now();
    if (at >= new Date(row.expires_at)) throw new ApprovalClosedError(id, 'expired', 'clock');
    const asker = await askerOf(tx, row.invocation_id);
    if (asker?.status !== 'pending') throw new ApprovalClosedError(id, 'denied', 'stop');
    await endOnRecord(tx, row, { decision, by: userName(), at });
    return (await findApproval(tx, id)) ?? row;
  });
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
