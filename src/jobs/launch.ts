import type { ProcessId } from '../processes/identity.js';
import type { JobRoom } from './room.js';
/** Starts the job's supervisor, detached. */
export function launch(_room: JobRoom, _run_id: string): Promise<ProcessId> {
  throw new Error('being written');
}
