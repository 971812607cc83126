import type { JobRoom } from './room.js';
import type { JobStatus } from './status.js';
export interface CancelReport {
  status: JobStatus;
  /** Everything is gone; null when nothing had to be stopped. */
  confirmed: boolean | null;
  /** SIGTERM was not enough. */
  forced: boolean;
  /** Whether there was anything to cancel. */
  was: 'live' | 'ended';
}
/** Stores the intent, wakes the supervisor, waits until the job has ended. */
export function requestCancel(_room: JobRoom, _run_id: string): Promise<CancelReport> {
  throw new Error('being written');
}
