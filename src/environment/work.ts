import { BACK_FILL_TYPE } from './back-fill.js';
import { cameToNothing, isOpenChoice } from './came-to-nothing.js';
import type { NewestWork, PendingQuestion, TaskRecord } from './types.js';

/** Types of tasks that only ask about work, stop it, or record how it ended. */
export const NO_WORK: readonly string[] = [BACK_FILL_TYPE, 'status', 'cancel'];

export function isWork(type: string): boolean {
  return !NO_WORK.includes(type);
}

/** A task as work that was begun; null where it is none, or came to nothing. */
export function begunWork(round_id: number, { task }: TaskRecord, pending: PendingQuestion | null): NewestWork | null {
  if (!isWork(task.type) || cameToNothing(task) || isOpenChoice(round_id, task, pending)) return null;
  return { round_id, type: task.type, status: task.status };
}
