import type { PendingQuestion, TrackEvent } from '../environment/types.js';
import type { Said } from '../errors/said.js';
import { setPendingQuestion } from '../store/environments.js';
import type { House, MadeDecision, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { type QuestionEnd, supersededText } from './question-end.js';
import { update } from './update.js';

export type Asked = Pick<
  PendingQuestion,
  'kind' | 'param' | 'options' | 'task_type' | 'task_content' | 'params' | 'user_input' | 'also_asked'
> & { readonly said: Said };

/** Makes `needs_input` of the task and `asked` the Environment's one open question, in place of an earlier one. */
export async function ask(
  house: House,
  turn: Turn,
  asked: Asked,
  {
    made,
    events,
    ends,
    type,
  }: { made: readonly MadeDecision[]; events: readonly TrackEvent[]; ends: QuestionEnd | null; type: string },
): Promise<StepOutcome> {
  const words = asked.said[turn.language];
  const task = {
    type,
    content: asked.task_content,
    status: 'needs_input' as const,
    result: words,
    params: asked.params,
  };
  const task_id = await update(house, turn, { made, task, events, ends }, async (tx, id) => {
    const question = {
      ...asked,
      question: words,
      round_id: turn.round_id,
      task_id: id,
      asked_at: house.now().toISOString(),
    };
    await setPendingQuestion(tx, turn.environment_id, question);
  });
  return {
    ...PLAIN,
    task_id,
    task_type: type,
    task_status: 'needs_input',
    task_result: words,
    question: words,
    superseded: supersededText(ends, turn.language),
    main: { kind: 'question', question: words },
  };
}
