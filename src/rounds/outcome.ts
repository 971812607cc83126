import type { TaskStatus } from '../environment/types.js';
import type { ProcessId } from '../processes/identity.js';
import type { MainFact } from '../reply/facts.js';

/** How the task of one decision stands after its step. */
export interface StepOutcome {
  readonly task_id: number;
  readonly task_type: string;
  readonly task_status: TaskStatus;
  readonly task_result: string;
  /** Why it failed; null unless it did. */
  readonly reason: string | null;
  readonly run_id: string | null;
  /** The supervisor that was just started for that job; its row names it when the round closes, unless it has done so itself by then. */
  readonly launched: ProcessId | null;
  /** What something that has ended by now found: passed, failed, error; null where it says nothing of the kind. */
  readonly verdict: string | null;
  /** True where an identical job already ran. */
  readonly joined: boolean;
  readonly question: string | null;
  /** The open question that this request replaced; null where none was. */
  readonly superseded: string | null;
  readonly main: MainFact;
  /** What another decision may follow: nothing was started, so nothing is replayed. */
  readonly retry: 'route-again' | 'final';
}

/** What most steps have in common: nothing dispatched, nothing asked, nothing to route again. */
export const PLAIN = {
  reason: null,
  run_id: null,
  launched: null,
  verdict: null,
  joined: false,
  question: null,
  superseded: null,
  retry: 'final',
} as const;
