import type { TaskRef } from './collect.js';
import type { JobProgress } from './progress.js';
import type { JobRecord, JobRoom } from './room.js';
import type { JobStatus, Verdict } from './status.js';

/** A job as people and programs are shown it. */
export interface JobView {
  run_id: string;
  /** The package: its task type or skill name. */
  type: string;
  kind: string;
  status: JobStatus;
  /** Its process was just seen alive; false: only recorded. Null: on another machine. */
  alive: boolean | null;
  /** When it entered its present status. */
  since: string;
  /** Milliseconds since it was started (or queued, while it waits); until its end, once ended. */
  elapsed_ms: number;
  progress: JobProgress | null;
  due_at: string | null;
  host: string;
  attempt: number;
  max_attempts: number;
  reason: string | null;
  verdict: Verdict | null;
  pid: number | null;
  directory: string;
  source: TaskRef;
  collected: boolean;
  reported: boolean;
}
export function describeJob(_room: JobRoom, _row: JobRecord): JobView {
  throw new Error('being written');
}
