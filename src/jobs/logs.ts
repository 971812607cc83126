import type { JobRoom } from './room.js';
export type LogStream = 'stdout' | 'stderr' | 'events';
export interface LogOptions {
  stream: LogStream;
  /** `A:B`, as typed; null: everything. */
  range: string | null;
  /** Stay until the job has ended. */
  follow: boolean;
}
/** Bytes as they are on disk. */
export function logs(
  _room: JobRoom,
  _run_id: string,
  _options: LogOptions,
  _signal?: AbortSignal,
): AsyncIterable<Uint8Array> {
  throw new Error('being written');
}
