import type { Selectable } from 'kysely';
import type { Round, Summary, Task, TaskRecord, TaskStatus, TrackEvent } from '../environment/types.js';
import { fieldsOf } from './row-json.js';
import type { RoundRow, SummaryRow, TaskRow, TrackRow } from './schema.js';

type StoredTask = Selectable<TaskRow>;
type StoredTrack = Pick<Selectable<TrackRow>, 'round_id' | 'task_id' | 'body'>;

/** Rounds from their rows, all of one environment, each list in key order. */
export function assembleRounds(
  rounds: readonly Selectable<RoundRow>[],
  tasks: readonly StoredTask[],
  track: readonly StoredTrack[],
): Round[] {
  const events = groupedBy(track, ({ round_id, task_id }) => `${round_id}/${task_id}`);
  const records = groupedBy(tasks, ({ round_id }) => String(round_id));
  return rounds.map((row) => ({
    ...fieldsOf(row.extra),
    round_id: row.round_id,
    user_input: row.user_input,
    reply: row.reply,
    tasks: (records.get(String(row.round_id)) ?? []).map((task) =>
      taskRecordOf(task, events.get(`${row.round_id}/${task.task_id}`) ?? []),
    ),
    ...(row.started_at === '' ? {} : { started_at: row.started_at }),
    ...(row.finished_at === null || row.finished_at === '' ? {} : { finished_at: row.finished_at }),
  }));
}

function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

export function taskRecordOf(row: StoredTask, track: readonly Pick<StoredTrack, 'body'>[]): TaskRecord {
  const extra = fieldsOf(row.extra);
  return {
    ...(extra.record as Record<string, unknown> | undefined),
    task_id: row.task_id,
    task: { ...(extra.task as Record<string, unknown> | undefined), ...taskOf(row) },
    track: track.map(({ body }) => JSON.parse(body) as TrackEvent),
  };
}

/** run_id, params and reason appear only where there are any. */
function taskOf(row: StoredTask): Task {
  return {
    task_id: row.task_id,
    type: row.type,
    content: row.content,
    status: row.status as TaskStatus,
    result: row.result,
    ...(row.run_id === null ? {} : { run_id: row.run_id }),
    ...(row.params === null ? {} : { params: JSON.parse(row.params) as unknown }),
    ...(row.reason === null ? {} : { reason: row.reason }),
  };
}

export function summaryOf(row: Selectable<SummaryRow>): Summary {
  const { environment_id: _, extra, ...summary } = row;
  return { ...fieldsOf(extra), ...summary };
}
