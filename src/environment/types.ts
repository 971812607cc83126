/**
 * The one source of state. Field names are wire names: the same in rows, files, JSON output and memory.
 * Unknown agents, events and fields are legal everywhere and survive import and export untouched.
 */

export type TaskStatus = 'running' | 'done' | 'failed' | 'cancelled' | 'needs_input';

export const TASK_STATUSES: readonly TaskStatus[] = ['running', 'done', 'failed', 'cancelled', 'needs_input'];

export interface Environment {
  /** Unfolded rounds, oldest first. */
  rounds: Round[];
  /** round_id of the newest round; 0 before the first. */
  cur_round: number;
  /** ISO 8601, UTC. */
  updated_at: string;
  history_summaries: Summary[];
  history_meta_summary: string;
  [unknown: string]: unknown;
}

/** One user input is one round. round_id is max + 1. */
export interface Round {
  round_id: number;
  user_input: string;
  /** Empty until the round is closed. */
  reply: string;
  tasks: TaskRecord[];
  [unknown: string]: unknown;
}

/** Several per round: retries, back-fills, status answers. task_id counts from 1 within the round. */
export interface TaskRecord {
  task_id: number;
  task: Task;
  /** Append-only. */
  track: TrackEvent[];
  [unknown: string]: unknown;
}

export interface Task {
  task_id: number;
  /** A registered task type, `pyskill_task` for a back-fill, or whatever an importer wrote. */
  type: string;
  /** Two lines: goal and limits. */
  content: string;
  status: TaskStatus;
  result: string;
  [unknown: string]: unknown;
}

export interface TrackEvent {
  /** controller executor skill workflow pyskill diagnoser reply graph runtime, or an importer's own. */
  agent: string;
  event?: string;
  action_kind?: string;
  reason?: string;
  tool?: string;
  args?: unknown;
  task_type?: string;
  task_content?: string;
  observation?: unknown;
  run_id?: string;
  pid?: number;
  task_status?: string;
  task_result?: string;
  analysis?: string;
  reply?: string;
  /** The normalised result of the step: readers use it first. */
  return?: unknown;
  /** ISO 8601, UTC. */
  at?: string;
  [unknown: string]: unknown;
}

/** What folded rounds round_start..round_end said. */
export interface Summary {
  summary_id: number;
  round_start: number;
  round_end: number;
  round_count: number;
  summary: string;
  created_at: string;
  [unknown: string]: unknown;
}

/** Work that runs now although its round may lie outside every window. */
export interface RunningWork {
  round_id: number;
  task_id: number;
  type: string;
  run_id: string | null;
  /** ISO 8601, UTC: when it was queued. */
  since: string | null;
}

/** What was last begun, whatever was asked about it since. */
export interface NewestWork {
  round_id: number;
  type: string;
  status: TaskStatus;
}

/**
 * What the controller is shown besides the loaded rounds: facts about rounds that may lie outside the window.
 * Read from the store by index, so that an old Environment costs what a young one does.
 */
export interface EnvironmentFacts {
  running: RunningWork[];
  /** The most recent failed task of any round that was work of some kind, with its track; null when none ever failed. */
  previous_failed: { round_id: number; record: TaskRecord } | null;
  /** The newest task that is work and was begun; null before the first. */
  newest_work: NewestWork | null;
  /** The single question the Environment waits for, if any. */
  pending_question: PendingQuestion | null;
}

/** Kept as the Environment's one open question; an answer resumes the task. */
export interface PendingQuestion {
  round_id: number;
  task_id: number;
  /** `param`: a missing parameter. `choice`: which of several types was meant. */
  kind: 'param' | 'choice';
  /** The parameter's name; null for a choice. */
  param: string | null;
  /** Task types offered (choice) or enum values (param); may be empty. */
  options: string[];
  /** In the language it was asked in. */
  question: string;
  /** In both; absent where it was asked by an earlier version. */
  said?: { en: string; zh: string };
  task_type: string | null;
  task_content: string;
  /** Parameters bound so far. */
  params: Record<string, unknown>;
  user_input: string;
  /** What else was asked for and is offered once the task goes on; absent where it was asked by an earlier version. */
  also_asked?: AlsoAsked[];
  /** What is known already and was read from a request that was not made for this task type; absent: nothing is. */
  read_before?: ReadBefore;
  /** What of `params` no request says; absent: nothing of it, or it was asked by an earlier version. */
  carried?: CarriedFact[];
  asked_at: string;
}

/** A value that the request does not say, beside that of the last run. */
export interface CarriedFact {
  readonly name: string;
  readonly value: string;
  /** The round of that run. */
  readonly round_id: number;
  /** What the run had, where the default is taken instead; null where the value is taken over from it. */
  readonly was: string | null;
}

/** Parameters by their names, or whichever are found in its words, and the round of the request they are read from. */
export interface ReadBefore {
  round_id: number;
  names: string[] | 'found';
}

/**
 * A request that is not started now: in the words it was made with, and what they ask for; or a task type that was chosen from a list, and the request
 * it was chosen for. All but the first field are absent where it was stored by an earlier version.
 */
export type AlsoAsked = { said: string; task_type?: string } | { chosen: string; request?: string; round_id?: number };
