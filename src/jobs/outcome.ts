import type { TaskStatus } from '../environment/types.js';
import type { JobRecord, JobRoom } from './room.js';
import type { JobStatus, Verdict } from './status.js';

/** How a job ended, in words and data. */
export interface Outcome {
  job_status: JobStatus;
  task_status: TaskStatus;
  verdict: Verdict | null;
  /** Why it did not succeed; null when it did. */
  reason: string | null;
  /** The workflow's own words, else what its output says, bounded. */
  result: string;
  data: unknown;
}
export function readOutcome(_room: JobRoom, _row: JobRecord): Promise<Outcome> {
  throw new Error('being written');
}
