import { faultPoint } from '../faults/fault-point.js';
import { hostName } from '../processes/identity.js';
import { findJob, updateJob } from '../store/jobs.js';
import { loadTrack } from '../store/track.js';
import { awaitRow } from './await-row.js';
import { readCommand, STOP_GRACE_MS } from './command.js';
import { JOB_FILES, jobDirectory } from './files.js';
import { JobUnknownError } from './job-errors.js';
import type { JobRecord, JobRoom } from './room.js';
import { isLive, type JobStatus, jobStatus } from './status.js';
import { tend } from './tend.js';
import { touch } from './wake.js';

export interface CancelReport {
  status: JobStatus;
  /** Everything is gone; null when nothing had to be stopped. */
  confirmed: boolean | null;
  /** SIGTERM was not enough. */
  forced: boolean;
  /** Whether there was anything to cancel. */
  was: 'live' | 'ended';
  /** The caller's signal ended the wait before the job did; the stop goes on. */
  waited?: 'interrupted';
}

/** Beyond the grace: for the kill, the confirmation, and a supervisor that has to be started first. */
const MARGIN_MS = 15_000;
const TEND_EVERY_MS = 500;

/**
 * Stores the intent, wakes the supervisor (a dead one is replaced), and waits until the job has ended. A job that was quicker ends as
 * it ended: `status` tells. Still `running` after the wait, or on another machine: the intent stands and `confirmed` is false. So it is where
 * `signal` ends the wait first, which the report says in `waited`.
 */
export async function requestCancel(room: JobRoom, run_id: string, signal?: AbortSignal): Promise<CancelReport> {
  const row = await room.store.write(async (tx) => {
    const found = await findJob(tx, run_id);
    if (found === null) throw new JobUnknownError(run_id);
    if (isLive(found.status) && found.cancel_requested_at === null) {
      await updateJob(tx, run_id, { cancel_requested_at: room.now().toISOString() });
    }
    return found;
  });
  if (!isLive(row.status)) return reportOn(room, row, 'ended');
  faultPoint('cancel.requested');
  touch(jobDirectory(room.jobs_dir, run_id), JOB_FILES.cancel);
  if (row.host !== hostName()) return { status: jobStatus(row.status), confirmed: false, forced: false, was: 'live' };

  const asking = readCommand(room.jobs_dir, run_id)?.ask_first_ms ?? 0;
  const deadline = performance.now() + asking + (room.stop_grace_ms ?? STOP_GRACE_MS) + MARGIN_MS;
  for (;;) {
    await tend(room, { run_id });
    const isOver = (one: JobRecord): boolean => !isLive(one.status) || signal?.aborted === true;
    const now = (await awaitRow(room, run_id, TEND_EVERY_MS, isOver)) ?? row;
    if (!isLive(now.status)) return reportOn(room, now, 'live');
    if (signal?.aborted === true)
      return { status: jobStatus(now.status), confirmed: false, forced: false, was: 'live', waited: 'interrupted' };
    if (performance.now() >= deadline)
      return { status: jobStatus(now.status), confirmed: false, forced: false, was: 'live' };
  }
}

async function reportOn(room: JobRoom, row: JobRecord, was: 'live' | 'ended'): Promise<CancelReport> {
  const track = await room.store.read((tx) => loadTrack(tx, row));
  const stops = track.filter((event) => event.event === 'process_stopped' && event.run_id === row.run_id);
  const forced = stops.some((event) => (event.return as { forced?: unknown } | undefined)?.forced === true);
  const confirmed = row.stop_confirmed === null ? null : row.stop_confirmed === 1;
  return { status: jobStatus(row.status), confirmed, forced, was };
}
