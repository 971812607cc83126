import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findJob } from '../store/jobs.js';
import { EventsFile } from './events-file.js';
import { attemptDirectory, JOB_FILES } from './files.js';
import { JobUnknownError } from './job-errors.js';
import type { JobProgress } from './progress.js';
import type { JobBench, JobRecord } from './room.js';
import { isLive, type JobStatus, jobStatus } from './status.js';

/** What happens to a job, as it happens. */
export type JobEvent =
  | { event: 'status'; run_id: string; status: JobStatus; attempt: number; reason: string | null }
  | { event: 'progress'; run_id: string; progress: JobProgress };

const LOOK_EVERY_MS = 100;

/** Starts with the present status; ends after a terminal one, or when `signal` aborts. Only looks: a job without an owner is `tend`'s business. */
export async function* followEvents(room: JobBench, run_id: string, signal?: AbortSignal): AsyncGenerator<JobEvent> {
  let known = '';
  let attempt = 0;
  let events: EventsFile | null = null;
  while (signal?.aborted !== true) {
    const row = await room.store.read((tx) => findJob(tx, run_id));
    if (row === null) throw new JobUnknownError(run_id);
    if (events === null || row.attempt !== attempt) {
      attempt = row.attempt;
      events = new EventsFile(join(attemptDirectory(room.jobs_dir, run_id, attempt), JOB_FILES.events));
    }
    const live = isLive(row.status);
    const changed = events.look(room.now(), { final: !live });
    if (changed && events.progress !== null) yield { event: 'progress', run_id, progress: events.progress };
    const state = `${row.status} ${row.attempt}`;
    if (state !== known) {
      known = state;
      yield statusEvent(row);
    }
    if (!live) return;
    await delay(LOOK_EVERY_MS, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
}

function statusEvent(row: JobRecord): JobEvent {
  const { run_id, attempt, reason } = row;
  return { event: 'status', run_id, status: jobStatus(row.status), attempt, reason };
}
