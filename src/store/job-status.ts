import { type RawBuilder, sql } from 'kysely';

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'timed_out' | 'cancelled' | 'lost';

/** The condition written as in the partial indexes: with bound values they would not be used. */
export function isLive(): RawBuilder<boolean> {
  return sql<boolean>`status in ('queued', 'running')`;
}
