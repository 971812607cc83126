import type { JobRoom } from './room.js';
/** What was found and done, by run_id. */
export interface Tended {
  relaunched: string[];
  adopted: string[];
  settled: string[];
}
/** "Whoever looks next": gives every live job of this machine a living supervisor, or its end. */
export function tend(_room: JobRoom, _filter?: { environment_id?: number; run_id?: string }): Promise<Tended> {
  throw new Error('being written');
}
