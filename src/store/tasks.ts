import { type Selectable, sql } from 'kysely';
import type { TaskStatus } from '../environment/types.js';
import type { RoundKey, TaskKey } from './keys.js';
import type { TaskRow } from './schema.js';
import type { Tx } from './tx.js';

export interface NewTask {
  type: string;
  content: string;
  status: TaskStatus;
  result: string;
  run_id?: string | null;
  params?: Record<string, unknown> | null;
  reason?: string | null;
}

export type TaskPatch = Partial<Omit<NewTask, 'content'>>;

/** Numbered from 1 within the round. */
export async function insertTask(tx: Tx, key: RoundKey, task: NewTask): Promise<number> {
  const { rows } = await sql<{ task_id: number }>`
    insert into tasks (environment_id, round_id, task_id, type, content, status, result, run_id, params, reason)
    select ${key.environment_id}, ${key.round_id}, coalesce(max(task_id), 0) + 1, ${task.type}, ${task.content},
      ${task.status}, ${task.result}, ${task.run_id ?? null}, ${storedParams(task.params)}, ${task.reason ?? null}
    from tasks where environment_id = ${key.environment_id} and round_id = ${key.round_id}
    returning task_id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted task has a number');
  return row.task_id;
}

/** Sets the given fields only. */
export async function updateTask(tx: Tx, key: TaskKey, patch: TaskPatch): Promise<void> {
  const { params, ...plain } = patch;
  const changes = params === undefined ? plain : { ...plain, params: storedParams(params) };
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('tasks')
    .set(changes)
    .where('environment_id', '=', key.environment_id)
    .where('round_id', '=', key.round_id)
    .where('task_id', '=', key.task_id)
    .execute();
}

/** Every task a job carries out or whose result it records, oldest first. */
export async function tasksOfRun(tx: Tx, run_id: string): Promise<Selectable<TaskRow>[]> {
  return tx
    .selectFrom('tasks')
    .selectAll()
    .where('run_id', '=', run_id)
    .orderBy('environment_id')
    .orderBy('round_id')
    .orderBy('task_id')
    .execute();
}

function storedParams(params: Record<string, unknown> | null | undefined): string | null {
  return params === null || params === undefined ? null : JSON.stringify(params);
}
