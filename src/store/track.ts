import { sql } from 'kysely';
import type { TrackEvent } from '../environment/types.js';
import type { TaskKey } from './keys.js';
import type { Tx } from './tx.js';

/** Appends in order, with the time of writing where an event has none, and returns the newest number. */
export async function appendTrack(
  tx: Tx,
  key: TaskKey,
  events: TrackEvent | readonly TrackEvent[],
  now: Date,
): Promise<number> {
  let seq = 0;
  for (const event of Array.isArray(events) ? (events as readonly TrackEvent[]) : [events as TrackEvent]) {
    const at = event.at ?? now.toISOString();
    const { rows } = await sql<{ seq: number }>`
      insert into track (environment_id, round_id, task_id, seq, body, at)
      select ${key.environment_id}, ${key.round_id}, ${key.task_id}, coalesce(max(seq), 0) + 1,
        ${JSON.stringify({ ...event, at })}, ${at}
      from track
      where environment_id = ${key.environment_id} and round_id = ${key.round_id} and task_id = ${key.task_id}
      returning seq`.execute(tx);
    seq = rows[0]?.seq ?? seq;
  }
  return seq;
}

/** Oldest first. */
export async function loadTrack(tx: Tx, key: TaskKey): Promise<TrackEvent[]> {
  const rows = await tx
    .selectFrom('track')
    .select('body')
    .where('environment_id', '=', key.environment_id)
    .where('round_id', '=', key.round_id)
    .where('task_id', '=', key.task_id)
    .orderBy('seq')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as TrackEvent);
}
