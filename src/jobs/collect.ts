import type { TaskStatus } from '../environment/types.js';
import type { Tx } from '../store/tx.js';
import type { Outcome } from './outcome.js';
import type { JobRoom } from './room.js';
import type { JobStatus, Verdict } from './status.js';

export interface TaskRef {
  round_id: number;
  task_id: number;
}
/** One completion, as it was filled in. */
export interface Collected {
  run_id: string;
  package: string;
  status: JobStatus;
  task_status: TaskStatus;
  verdict: Verdict | null;
  reason: string | null;
  result: string;
  data: unknown;
  /** The task that asked for it. */
  source: TaskRef;
  /** The pyskill_task that records it. */
  task_ref: TaskRef;
}
/** Reads the files of every ended, uncollected job, outside of any transaction. */
export function readEnded(_room: JobRoom, _environment_id: number): Promise<Map<string, Outcome>> {
  throw new Error('being written');
}
/** Fills ended jobs in, inside the caller's lease transaction. Exactly once per run_id. `read` saves reading files under the lock. */
export function collectEnded(
  _room: JobRoom,
  _tx: Tx,
  _key: { environment_id: number; round_id: number },
  _now: Date,
  _read?: ReadonlyMap<string, Outcome>,
): Promise<Collected[]> {
  throw new Error('being written');
}
