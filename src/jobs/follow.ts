import type { JobProgress } from './progress.js';
import type { JobRoom } from './room.js';
import type { JobStatus } from './status.js';
/** What happens to a job, as it happens. */
export type JobEvent =
  | { event: 'status'; run_id: string; status: JobStatus; attempt: number; reason: string | null }
  | { event: 'progress'; run_id: string; progress: JobProgress };
/** Ends after the status event of a terminal status, or when `signal` aborts. */
export function followEvents(_room: JobRoom, _run_id: string, _signal?: AbortSignal): AsyncIterable<JobEvent> {
  throw new Error('being written');
}
