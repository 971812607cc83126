import type { AlsoAsked, CarriedFact, ReadBefore, TrackEvent } from '../environment/types.js';
import type { Decided } from './decide.js';
import type { QuestionEnd } from './question-end.js';

/** What is to be done, whether it was routed to or is what an answer resumes. */
export interface Errand {
  readonly decided: Decided;
  readonly task_type: string;
  readonly content: string;
  /** What parameters are read from. */
  readonly text: string;
  /** Requests of the same sentence that are not started now. */
  readonly also_asked: readonly AlsoAsked[];
  /** What chose a skill for it; empty where none was chosen. */
  readonly chosen_by: readonly TrackEvent[];
  /** What of it was read from a request that was not made for this type; null: nothing. */
  readonly before: ReadBefore | null;
  /** What of `given` no request says. */
  readonly carried: readonly CarriedFact[];
  /** Parameters that are settled. */
  readonly given: Readonly<Record<string, unknown>>;
  /** What becomes of the open question; null where none is open. */
  readonly ends: QuestionEnd | null;
}

/** Of an errand that nothing came before and that goes alone. */
export const NOTHING_ELSE = { before: null, carried: [], given: {}, also_asked: [], chosen_by: [] } as const;
