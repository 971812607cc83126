import type { TrackEvent } from '../../environment/types.js';
import { type ApprovalEnd, askerOf, endApproval, insertApproval, type StoredApproval } from '../../store/approvals.js';
import { findEnvironment } from '../../store/environments.js';
import { appendTrack } from '../../store/track.js';
import type { Tx } from '../../store/tx.js';
import type { OwnerReference } from '../request.js';

/** Stores a request, and tells of it in the track of the task that its invocation is made for. */
export async function askOnRecord(tx: Tx, row: StoredApproval): Promise<void> {
  await insertApproval(tx, row);
  await tell(tx, row, new Date(row.requested_at), {
    event: 'approval_requested',
    tool: row.tool,
    args: { argv: parsed(row.argv), cwd: row.cwd, writes: parsed(row.writes) },
    return: { ...named(row), expires_at: row.expires_at },
  });
  if (row.decision !== null) await tellEnd(tx, row, { decision: row.decision, by: row.by }, new Date(row.requested_at));
}

/** Stores an answer with its entry in the track. False where there was one before. */
export async function endOnRecord(tx: Tx, row: StoredApproval, end: ApprovalEnd): Promise<boolean> {
  if (!(await endApproval(tx, row.id, end))) return false;
  await tellEnd(tx, row, end, end.at);
  return true;
}

async function tellEnd(
  tx: Tx,
  row: StoredApproval,
  { decision, by }: { decision: string; by: string | null },
  at: Date,
): Promise<void> {
  await tell(tx, row, at, { event: 'approval_decided', tool: row.tool, return: { ...named(row), decision, by } });
}

async function tell(tx: Tx, row: StoredApproval, at: Date, event: Omit<TrackEvent, 'agent'>): Promise<void> {
  const owner = (await askerOf(tx, row.invocation_id))?.owner ?? null;
  if (owner === null) return;
  const { environment, round_id, task_id } = JSON.parse(owner) as OwnerReference;
  if (environment === undefined || round_id === undefined || task_id === undefined) return;
  const found = await findEnvironment(tx, environment);
  if (found === null) return;
  const run = row.run_id === null ? {} : { run_id: row.run_id };
  await appendTrack(tx, { environment_id: found.id, round_id, task_id }, { agent: 'runtime', ...event, ...run }, at);
}

function named({ id, invocation_id }: StoredApproval) {
  return { approval_id: id, invocation_id };
}

function parsed(json: string | null): unknown {
  return json === null ? null : (JSON.parse(json) as unknown);
}
