import type { JobRecord } from './room.js';

/** What an ended job took. */
export interface Spent {
  /** Milliseconds of the attempt that ended it; null: it never started. */
  readonly elapsed_ms: number | null;
  /** Attempts that failed before the one that ended it. */
  readonly failed_attempts: number;
}

export function spentOn({ started_at, finished_at, attempt }: JobRecord): Spent {
  return {
    elapsed_ms: started_at === null || finished_at === null ? null : Date.parse(finished_at) - Date.parse(started_at),
    failed_attempts: Math.max(0, attempt - 1),
  };
}
