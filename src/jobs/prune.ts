import type { JobRoom } from './room.js';
/** Removes the folders of jobs that finished before `before` and were reported. Their rows stay. */
export function pruneJobs(_room: JobRoom, _before: Date): Promise<{ removed: string[] }> {
  throw new Error('being written');
}
