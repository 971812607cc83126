import type { TaskRecord } from '../environment/types.js';
import type { LeftBehind } from '../reply/facts.js';
import { closeRound, loadRound } from '../store/rounds.js';
import { insertTask, updateTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import type { Tx } from '../store/tx.js';

export interface Ending {
  /** Stable: INTERRUPTED, or the code of the error that ended the round. */
  readonly reason: string;
  readonly detail: string;
  /** The same of a task that was at work and ended with its process. */
  readonly halfway: string;
  reply(left: LeftBehind): string;
}

/** Ends an open round before its time: its tasks that nothing carries on are failed, and its reply says why. Jobs go on. Returns what it leaves behind. */
export async function closeUndone(
  tx: Tx,
  key: { environment_id: number; round_id: number },
  { reason, detail, halfway, reply }: Ending,
  now: Date,
): Promise<LeftBehind> {
  const round = await loadRound(tx, key.environment_id, key.round_id);
  const event = { agent: 'runtime', event: 'workflow_fail', reason, return: detail };
  const failure = { status: 'failed' as const, result: detail, reason };
  if (round === null || round.tasks.length === 0) {
    const task_id = await insertTask(tx, key, { type: 'executor', content: round?.user_input ?? '', ...failure });
    await appendTrack(tx, { ...key, task_id }, event, now);
  }
  for (const { task } of round?.tasks ?? []) {
    // A task that names a job is the job's, even where no track says so yet.
    if (task.status !== 'running' || typeof task.run_id === 'string') continue;
    const taskKey = { ...key, task_id: task.task_id };
    await updateTask(tx, taskKey, { ...failure, result: halfway });
    await appendTrack(tx, taskKey, { ...event, return: halfway }, now);
  }
  const left = leftBehind(round?.tasks ?? []);
  await closeRound(tx, key, { reply: reply(left), now });
  return left;
}

function leftBehind(tasks: readonly TaskRecord[]): LeftBehind {
  if (tasks.length === 0) return 'nothing';
  if (tasks.some(({ task }) => typeof task.run_id === 'string')) return 'job';
  return tasks.some(({ task }) => task.status === 'running') ? 'skill' : 'done';
}
