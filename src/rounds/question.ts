import type { PendingQuestion, TrackEvent } from '../environment/types.js';
import { inBoth, type Said } from '../errors/said.js';
import { wordsOf } from '../reply/words.js';
import { setPendingQuestion } from '../store/environments.js';
import type { Decided } from './decide.js';
import { decisionEvents } from './events.js';
import type { House, MadeDecision, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { type QuestionEnd, supersededText } from './question-end.js';
import { readBefore } from './read-before.js';
import { update } from './update.js';

export type Asked = Pick<
  PendingQuestion,
  | 'kind'
  | 'param'
  | 'options'
  | 'task_type'
  | 'task_content'
  | 'params'
  | 'user_input'
  | 'also_asked'
  | 'read_before'
  | 'carried'
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

/** The same choice once more, in short, where the answer was yes to all and to none of its options. */
export async function askAgain(
  house: House,
  turn: Turn,
  question: PendingQuestion,
  { made, routed }: Decided,
): Promise<StepOutcome> {
  const { kind, param, options, task_type, task_content, params, user_input, also_asked = [], carried = [] } = question;
  const said = inBoth((language) => wordsOf(language).whichOf(options));
  const before = readBefore(question);
  const read_before = before === null ? {} : { read_before: before };
  const asked = {
    kind,
    param,
    options,
    said,
    task_type,
    task_content,
    params,
    user_input,
    also_asked,
    carried,
    ...read_before,
  };
  const ends = { question, how: 'answered' as const };
  const type = task_type ?? house.settings.default_task_type;
  return await ask(house, turn, asked, { made, events: decisionEvents(routed), ends, type });
}
