import type { PendingQuestion, TrackEvent } from '../environment/types.js';
import { setPendingQuestion } from '../store/environments.js';
import { checkLease } from '../store/lease.js';
import { updateTask } from '../store/tasks.js';
import type { Tx } from '../store/tx.js';
import type { House, MadeDecision, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { storeStep } from './update.js';

/** A question older than so many rounds is no longer waited for. */
export const QUESTION_ROUNDS = 5;

type Asked = Pick<
  PendingQuestion,
  'kind' | 'param' | 'options' | 'question' | 'task_type' | 'task_content' | 'params' | 'user_input'
>;

/** Makes `needs_input` of the task and `question` the Environment's one open question; an earlier one is superseded. */
export async function ask(
  house: House,
  turn: Turn,
  asked: Asked,
  {
    made,
    events,
    superseded,
    type,
  }: { made: readonly MadeDecision[]; events: readonly TrackEvent[]; superseded: PendingQuestion | null; type: string },
): Promise<StepOutcome> {
  const task = {
    type,
    content: asked.task_content,
    status: 'needs_input' as const,
    result: asked.question,
    params: asked.params,
  };
  const task_id = await house.store.write(async (tx) => {
    await checkLease(tx, turn.lease, house.now(), house.lease.ttl_ms);
    return await storeStep(tx, house, turn, { made, task, events }, async (inner, id) => {
      if (superseded !== null) await supersede(inner, turn.environment_id, superseded);
      const question = { ...asked, round_id: turn.round_id, task_id: id, asked_at: house.now().toISOString() };
      await setPendingQuestion(inner, turn.environment_id, question);
    });
  });
  return {
    ...PLAIN,
    task_id,
    task_type: type,
    task_status: 'needs_input',
    task_result: asked.question,
    question: asked.question,
    superseded: superseded?.question ?? null,
    main: { kind: 'question', question: asked.question },
  };
}

/** Gives a question up because something else was asked for: its task ends as cancelled. */
export async function supersede(tx: Tx, environment_id: number, { round_id, task_id }: PendingQuestion): Promise<void> {
  await updateTask(tx, { environment_id, round_id, task_id }, { status: 'cancelled', reason: 'SUPERSEDED' });
  await setPendingQuestion(tx, environment_id, null);
}

/** Ends the question's task as answered, naming the task that took it over. */
export async function settle(
  tx: Tx,
  environment_id: number,
  { round_id, task_id }: PendingQuestion,
  by: { round_id: number; task_id: number },
): Promise<void> {
  const result = `answered(round_id=${by.round_id}, task_id=${by.task_id})`;
  await updateTask(tx, { environment_id, round_id, task_id }, { status: 'done', result });
  await setPendingQuestion(tx, environment_id, null);
}
