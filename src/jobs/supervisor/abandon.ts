import type { ProcessId } from '../../processes/identity.js';
import { endAttempt } from '../end-attempt.js';
import { childOf } from '../record-dispatch.js';
import type { JobBench, JobRecord } from '../room.js';
import { stopChild } from './stop-child.js';

/** Ends a claimed job whose folder is gone: what still runs of it is stopped. */
export async function abandon(bench: JobBench, row: JobRecord, me: ProcessId, grace_ms: number): Promise<void> {
  const child = childOf(row);
  const why = row.cancel_requested_at === null ? 'workspace_missing' : 'cancelled';
  const stop = child === null ? null : await stopChild(bench, row, child, why, { grace_ms, ask_first_ms: 0 });
  const details = stop === null || stop.stopped === 0 ? {} : { stop_confirmed: stop.confirmed ? 1 : 0 };
  await endAttempt(bench, row, null, { kind: 'stopped', why }, me, details, true);
}
