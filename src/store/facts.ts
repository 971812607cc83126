import { sql } from 'kysely';
import { isOpenChoice } from '../environment/came-to-nothing.js';
import type { EnvironmentFacts, NewestWork, PendingQuestion, RunningWork, TaskStatus } from '../environment/types.js';
import { taskRecordOf } from './assemble.js';
import { FAILED_TASKS, RUNNING_TASKS, WORK_TASKS } from './by-index.js';
import { readPendingQuestion } from './environments.js';
import type { Tx } from './tx.js';

/** Facts about rounds that may lie outside every window, by index: an old Environment costs what a young one does. */
export async function loadFacts(tx: Tx, environment_id: number): Promise<EnvironmentFacts> {
  const pending_question = await readPendingQuestion(tx, environment_id);
  return {
    running: await runningWork(tx, environment_id),
    previous_failed: await previousFailed(tx, environment_id),
    newest_work: await newestWork(tx, environment_id, pending_question),
    pending_question,
  };
}

/** Newest first. */
async function runningWork(tx: Tx, environment_id: number): Promise<RunningWork[]> {
  return tx
    .selectFrom(RUNNING_TASKS)
    .leftJoin('jobs as j', 'j.run_id', 't.run_id')
    .select(['t.round_id', 't.task_id', 't.type', 't.run_id', 'j.queued_at as since'])
    .where('t.environment_id', '=', environment_id)
    .where('t.status', '=', sql.lit('running'))
    .orderBy('t.round_id', 'desc')
    .orderBy('t.task_id', 'desc')
    .execute();
}

/** As begunWork. The conditions are those of the index, word for word: the database finds it by them. */
async function newestWork(tx: Tx, environment_id: number, pending: PendingQuestion | null): Promise<NewestWork | null> {
  const newest = await tx
    .selectFrom(WORK_TASKS)
    .select(['round_id', 'task_id', 'type', 'status'])
    .where('environment_id', '=', environment_id)
    .where(sql<boolean>`type not in ('pyskill_task', 'status', 'cancel')`)
    .where(sql<boolean>`coalesce(reason, '') not in ('MODEL_REQUIRED', 'NOT_INSTALLED', 'SUPERSEDED')`)
    .orderBy('round_id', 'desc')
    .orderBy('task_id', 'desc')
    // At most one of them is the open choice.
    .limit(2)
    .execute();
  const begun = newest.find((task) => !isOpenChoice(task.round_id, task, pending));
  return begun === undefined
    ? null
    : { round_id: begun.round_id, type: begun.type, status: begun.status as TaskStatus };
}

async function previousFailed(tx: Tx, environment_id: number): Promise<EnvironmentFacts['previous_failed']> {
  const task = await tx
    .selectFrom(FAILED_TASKS)
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('status', '=', sql.lit('failed'))
    // As cameToNothing: what nobody was there to do did not go wrong.
    .where((is) => is.or([is('reason', 'is', null), is('reason', 'not in', ['MODEL_REQUIRED', 'NOT_INSTALLED'])]))
    .orderBy('round_id', 'desc')
    .orderBy('task_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (task === undefined) return null;
  const track = await tx
    .selectFrom('track')
    .select('body')
    .where('environment_id', '=', environment_id)
    .where('round_id', '=', task.round_id)
    .where('task_id', '=', task.task_id)
    .orderBy('seq')
    .execute();
  return { round_id: task.round_id, record: taskRecordOf(task, track) };
}
