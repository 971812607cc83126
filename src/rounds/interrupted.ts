import type { Language } from '../environment/language.js';
import { wordsOf } from '../reply/words.js';
import { closeRound, loadRound, unfinishedRounds } from '../store/rounds.js';
import { insertTask, updateTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import type { Tx } from '../store/tx.js';

/**
 * Closes the rounds that a process left open when it died; called by whoever holds the lease, so none of them is at work.
 * What had been handed to a job goes on; what had not is failed (interrupted). Nothing is run again. Returns their round_ids.
 */
export async function closeInterrupted(
  tx: Tx,
  environment_id: number,
  language: Language,
  now: Date,
): Promise<number[]> {
  const open = await unfinishedRounds(tx, environment_id);
  for (const { round_id } of open) await closeOne(tx, { environment_id, round_id }, language, now);
  return open.map(({ round_id }) => round_id);
}

async function closeOne(
  tx: Tx,
  key: { environment_id: number; round_id: number },
  language: Language,
  now: Date,
): Promise<void> {
  const words = wordsOf(language);
  const round = await loadRound(tx, key.environment_id, key.round_id);
  const tasks = round?.tasks ?? [];
  const ending = { agent: 'runtime', event: 'workflow_fail', reason: 'interrupted', return: words.interruptedTask() };
  if (tasks.length === 0) {
    const task_id = await insertTask(tx, key, {
      type: 'executor',
      content: round?.user_input ?? '',
      status: 'failed',
      result: words.interruptedTask(),
      reason: 'INTERRUPTED',
    });
    await appendTrack(tx, { ...key, task_id }, ending, now);
  }
  for (const { task, track } of tasks) {
    const handedOver = track.some(({ run_id }) => run_id !== undefined);
    if (task.status !== 'running' || handedOver || task.type === 'pyskill_task') continue;
    const taskKey = { ...key, task_id: task.task_id };
    await updateTask(tx, taskKey, { status: 'failed', result: words.interruptedTask(), reason: 'INTERRUPTED' });
    await appendTrack(tx, taskKey, ending, now);
  }
  await closeRound(tx, key, { reply: words.interrupted([key.round_id]), now });
}
