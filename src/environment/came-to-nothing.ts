import type { PendingQuestion, Task } from './types.js';

/** Nobody is there to do it, its package is gone, or a question was given up before anything was started. */
const REASONS: readonly unknown[] = ['MODEL_REQUIRED', 'NOT_INSTALLED', 'SUPERSEDED'];

/** Whether a task was never more than words: it is no work that a later request could mean by "it" or "again". */
export function cameToNothing({ status, reason }: Task): boolean {
  return (status === 'failed' || status === 'cancelled') && REASONS.includes(reason);
}

/** Whether a task is nothing but the open question which of several kinds of work was meant. */
export function isOpenChoice(
  round_id: number,
  { task_id }: Pick<Task, 'task_id'>,
  pending: PendingQuestion | null,
): boolean {
  return pending?.kind === 'choice' && pending.round_id === round_id && pending.task_id === task_id;
}
