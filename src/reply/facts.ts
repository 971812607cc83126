import type { AlsoAsked, CarriedFact, TaskStatus } from '../environment/types.js';
import type { HaltedSupervisor } from '../jobs/describe.js';
import type { Difference } from './difference.js';

/** What a reply is composed from. Everything in it was read from the store; a template adds words, never facts. */
export interface ReplyFacts {
  readonly main: MainFact | null;
  /** Completions that no reply has mentioned yet. */
  readonly completed: readonly CompletedFact[];
  /** Rounds that an earlier process left open. */
  readonly interrupted: readonly InterruptedFact[];
  /** The question that this round's new request replaced. */
  readonly superseded_question: string | null;
}

export type MainFact =
  | DispatchedFact
  | JoinedFact
  | StatusFact
  | { readonly kind: 'unknown_run'; readonly run_id: string }
  | { readonly kind: 'cancelled'; readonly jobs: readonly CancelledFact[]; readonly also_asked: readonly AlsoAsked[] }
  | { readonly kind: 'nothing_to_cancel'; readonly also_asked: readonly AlsoAsked[] }
  /** The request whose question was open is given up; `jobs` run on. */
  | {
      readonly kind: 'request_dropped';
      readonly jobs: readonly JobLine[];
      readonly also_asked: readonly AlsoAsked[];
    }
  | { readonly kind: 'question'; readonly question: string }
  | SkillFact
  | {
      readonly kind: 'model_required';
      readonly task_types: readonly string[];
      /** Skills that came near, best first. */
      readonly nearest: readonly NearSkillFact[];
    }
  /** The last work is meant once more, of round `round_id`, and its package is gone. */
  | {
      readonly kind: 'not_installed';
      readonly task_type: string;
      readonly round_id: number;
      readonly task_types: readonly string[];
    }
  | { readonly kind: 'failed'; readonly task_type: string; readonly reason: string; readonly detail: string };

/** What a skill answered while the round waited for it. */
export interface SkillFact {
  readonly kind: 'skill';
  readonly task_type: string;
  readonly result: string;
  readonly carried: readonly CarriedFact[];
  readonly also_asked: readonly AlsoAsked[];
}

export interface NearSkillFact {
  readonly name: string;
  readonly description: string;
  /** False: it is text for a model. */
  readonly runs: boolean;
}

export interface DispatchedFact {
  readonly kind: 'dispatched';
  readonly task_type: string;
  readonly run_id: string;
  readonly project: string | null;
  /** Values taken over from an earlier round of this Environment, and defaults in place of another one. */
  readonly carried: readonly CarriedFact[];
  /** Requests of the same sentence that were not started. */
  readonly also_asked: readonly AlsoAsked[];
}

export interface JoinedFact {
  readonly kind: 'joined';
  readonly task_type: string;
  readonly run_id: string;
  /** How long it had been under way. */
  readonly elapsed_ms: number;
  readonly also_asked: readonly AlsoAsked[];
}

export interface StatusFact {
  readonly kind: 'status';
  /** `named`: about certain jobs; nothing is said of others. */
  readonly asked: 'named' | 'everything';
  readonly jobs: readonly JobLine[];
  readonly question: string | null;
  /** Skills that a round of another process waits for. */
  readonly skills: readonly RunningSkillFact[];
  /** Those named that have ended; where everything was asked for and nothing runs, the newest one. */
  readonly ended: readonly LastFact[];
  /** Named, and not of this Environment. */
  readonly unknown: readonly string[];
  /** Types that are asked about and have no run here. */
  readonly never_run: readonly string[];
}

export interface RunningSkillFact {
  readonly task_type: string;
  readonly round_id: number;
  readonly elapsed_ms: number;
}

export interface JobLine {
  readonly run_id: string;
  readonly task_type: string;
  readonly state: 'queued' | 'running' | 'stopping';
  /** True: seen alive just now. False: only recorded. Null: on another host. */
  readonly alive: boolean | null;
  /** Its supervisor, where a signal has halted it: what it watches is looked after by nobody meanwhile. */
  readonly halted: HaltedSupervisor | null;
  readonly elapsed_ms: number;
  readonly progress: ProgressFact | null;
}

export interface ProgressFact {
  readonly done: number | null;
  readonly total: number | null;
  readonly unit: string | null;
  readonly step: string | null;
}

/** How a run differs from an earlier one: same package, same target. */
export interface ComparedFact {
  readonly run_id: string;
  /** Which of the earlier ones was asked for; null where none was. */
  readonly place: ComparedPlace | null;
  /** Of what both measured; null where one of them gave nothing to compare. */
  readonly difference: Difference | null;
  readonly ending: BeforeAndAfter<TaskStatus>;
  readonly exit: BeforeAndAfter<number | null>;
  readonly elapsed_ms: BeforeAndAfter<number | null>;
  /** Those that were not the same; null where one was not given. */
  readonly params: readonly (BeforeAndAfter<string | null> & { readonly name: string })[];
}

/** So many runs after the first one of its kind, or before the one that is compared. */
export interface ComparedPlace {
  readonly from: 'first' | 'last';
  readonly steps: number;
  readonly round_id: number;
}

export interface BeforeAndAfter<T> {
  readonly before: T;
  readonly after: T;
}

export interface LastFact {
  readonly run_id: string;
  readonly round_id: number;
  readonly task_type: string;
  readonly status: TaskStatus;
  readonly result: string;
  /** Null where there is nothing to compare with; `none` where that was asked for. */
  readonly compared: ComparedFact | 'none' | null;
}

export interface CompletedFact {
  readonly run_id: string;
  readonly task_type: string;
  readonly status: TaskStatus;
  readonly verdict: string | null;
  readonly reason: string | null;
  readonly result: string;
  readonly elapsed_ms: number | null;
  /** How often it was tried before this end; absent where that is not known. */
  readonly failed_attempts?: number;
}

export interface CancelledFact {
  readonly run_id: string;
  readonly task_type: string;
  readonly confirmed: boolean;
  readonly forced: boolean;
  /** False: it had ended by itself before. */
  readonly was_live: boolean;
  /** The user did not wait for its end: the stop is asked for and goes on. */
  readonly goes_on: boolean;
}

/**
 * What a round whose process died leaves: a `job`, which is looked after; a `skill` that ended with the process; what was `done` and recorded
 * before; or `nothing`.
 */
export type LeftBehind = 'job' | 'skill' | 'done' | 'nothing';

export interface InterruptedFact {
  readonly round_id: number;
  readonly left: LeftBehind;
}
