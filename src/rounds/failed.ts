import type { TrackEvent } from '../environment/types.js';
import type { MainFact } from '../reply/facts.js';
import type { House, MadeDecision, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { type QuestionEnd, supersededText } from './question-end.js';
import { update } from './update.js';

export interface Failure {
  readonly task_type: string;
  readonly content: string;
  /** Stable: MODEL_REQUIRED, GATE_SCHEMA, … */
  readonly reason: string;
  readonly detail: string;
  readonly main?: MainFact;
  readonly ends: QuestionEnd | null;
  readonly retry: StepOutcome['retry'];
}

/** Stores a task that failed before anything was started. */
export async function fail(
  house: House,
  turn: Turn,
  made: readonly MadeDecision[],
  events: readonly TrackEvent[],
  { task_type, content, reason, detail, main, ends, retry }: Failure,
): Promise<StepOutcome> {
  const task_id = await update(house, turn, {
    made,
    task: { type: task_type, content, status: 'failed', result: detail, reason },
    events: [...events, { agent: 'runtime', event: 'workflow_fail', reason, return: detail }],
    ends,
  });
  return {
    ...PLAIN,
    task_id,
    task_type,
    task_status: 'failed',
    task_result: detail,
    reason,
    superseded: supersededText(ends, turn.language),
    main: main ?? { kind: 'failed', task_type, reason, detail },
    retry,
  };
}
