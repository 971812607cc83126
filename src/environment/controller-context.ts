import { cameToNothing, isOpenChoice } from './came-to-nothing.js';
import { clip } from './clip.js';
import { CONTEXT_ROUNDS, type ContextLimits, roundsToLoad, VIEW_TASKS } from './limits.js';
import { type RunningOutside, runningOutside } from './running-outside.js';
import { latestSummaries, type SummaryView } from './summary-view.js';
import type { Environment, EnvironmentFacts, NewestWork, PendingQuestion, Round, Task, TaskStatus } from './types.js';
import { type Plan, richestWithin, shorterThenFewer } from './within-budget.js';

/** What the controller knows. Keys go from what changes least to what changes most, so that a prefix cache is hit. */
export interface ControllerContext {
  history_meta_summary: string;
  history_summary_latest: SummaryView[];
  /** Oldest first, without track. */
  rounds: RoundView[];
  /** The most recent failed task of any round: the only one whose result is shown. */
  previous_failed_task: FailedTaskView | null;
  /** What was last begun, in whatever round; null before the first. */
  newest_work: NewestWork | null;
  running_outside: RunningOutside;
  pending_question: PendingQuestionView | null;
  cur_round: number;
  /** Rounds of the window dropped for size; absent when none was. */
  rounds_left_out?: number;
}

export interface RoundView {
  round_id: number;
  user_input: string;
  reply: string;
  /** The newest; at most 20 in all rounds together. */
  tasks: TaskView[];
  /** Older tasks of the round that are not shown; absent when all are. */
  tasks_left_out?: number;
}

export interface TaskView {
  task_id: number;
  type: string;
  content: string;
  status: TaskStatus;
  /** Blank for a failed task. */
  result: string;
}

export interface FailedTaskView extends TaskView {
  round_id: number;
}

export type PendingQuestionView = Pick<
  PendingQuestion,
  'round_id' | 'task_id' | 'kind' | 'param' | 'options' | 'question' | 'task_type' | 'task_content'
>;

const RUNNING_LISTED = 20;
const RUNNING_TYPES = 20;
/** As long as the name of a package may be. */
const NAME_CHARS = 64;
const OPTIONS_SHOWN = 20;

/**
 * Tasks that came to nothing are left out: the newest work is what was last begun. The last 5 rounds, or up to `context_history_max_detail_rounds` if the newest task failed. What is shown does not depend on
 * rounds older than that, so a snapshot loaded whole and one loaded in part give the same context.
 */
export function buildControllerContext(
  environment: Environment,
  facts: EnvironmentFacts,
  limits: ContextLimits,
): ControllerContext {
  const begun = environment.rounds.map((round) => withWhatWasBegun(round, facts.pending_question));
  const failed = newestTask(begun)?.status === 'failed';
  const rounds = begun.slice(-(failed ? roundsToLoad(limits) : CONTEXT_ROUNDS));
  const budget = limits.context_window_tokens;
  return richestWithin(
    shorterThenFewer(rounds.length, budget),
    (plan) => contextOf(environment, rounds, facts, limits, plan),
    budget,
  );
}

function contextOf(
  environment: Environment,
  window: readonly Round[],
  facts: EnvironmentFacts,
  limits: ContextLimits,
  { rounds: count, cap }: Plan,
): ControllerContext {
  const rounds = viewRounds(count === 0 ? [] : window.slice(-count), cap);
  const shown = new Set(rounds.flatMap((round) => round.tasks.map((task) => `${round.round_id}/${task.task_id}`)));
  const leftOut = window.length - rounds.length;
  return {
    history_meta_summary: clip(environment.history_meta_summary, cap * 2),
    history_summary_latest: latestSummaries(
      environment.history_summaries,
      limits.context_history_inject_latest_shards,
      cap * 2,
    ),
    rounds,
    previous_failed_task: failedTask(facts, cap),
    newest_work: newestWork(facts.newest_work),
    running_outside: runningOutside(facts.running, (work) => shown.has(`${work.round_id}/${work.task_id}`), {
      newest: RUNNING_LISTED,
      types: RUNNING_TYPES,
      chars: Math.min(cap, NAME_CHARS),
    }),
    pending_question: pendingQuestion(facts.pending_question, cap),
    cur_round: environment.cur_round,
    ...(leftOut > 0 && { rounds_left_out: leftOut }),
  };
}

/** Tasks are counted from the newest, so that what is left out is the oldest. */
function viewRounds(rounds: readonly Round[], cap: number): RoundView[] {
  let room = VIEW_TASKS;
  return rounds
    .toReversed()
    .map((round) => {
      const records = room === 0 ? [] : round.tasks.slice(-room);
      room -= records.length;
      const leftOut = round.tasks.length - records.length;
      return {
        round_id: round.round_id,
        user_input: clip(round.user_input, cap),
        reply: clip(round.reply, cap),
        tasks: records.map(({ task }) => viewTask(task, task.status === 'failed' ? '' : task.result, cap)),
        ...(leftOut > 0 && { tasks_left_out: leftOut }),
      };
    })
    .reverse();
}

function viewTask(task: Task, result: string, cap: number): TaskView {
  return {
    task_id: task.task_id,
    type: clip(task.type, Math.min(cap, NAME_CHARS)),
    content: clip(task.content, cap),
    status: task.status,
    result: clip(result, cap),
  };
}

function failedTask(facts: EnvironmentFacts, cap: number): FailedTaskView | null {
  if (facts.previous_failed === null) return null;
  const { round_id, record } = facts.previous_failed;
  return { round_id, ...viewTask(record.task, record.task.result, cap * 2) };
}

function newestWork(work: NewestWork | null): NewestWork | null {
  return work === null ? null : { ...work, type: clip(work.type, NAME_CHARS) };
}

function pendingQuestion(pending: PendingQuestion | null, cap: number): PendingQuestionView | null {
  if (pending === null) return null;
  const name = Math.min(cap, NAME_CHARS);
  return {
    round_id: pending.round_id,
    task_id: pending.task_id,
    kind: pending.kind,
    param: pending.param === null ? null : clip(pending.param, name),
    options: pending.options.slice(0, OPTIONS_SHOWN).map((option) => clip(option, name)),
    question: clip(pending.question, cap),
    task_type: pending.task_type === null ? null : clip(pending.task_type, name),
    task_content: clip(pending.task_content, cap),
  };
}

function withWhatWasBegun(round: Round, pending: PendingQuestion | null): Round {
  const tasks = round.tasks.filter(({ task }) => !cameToNothing(task) && !isOpenChoice(round.round_id, task, pending));
  return tasks.length === round.tasks.length ? round : { ...round, tasks };
}

function newestTask(rounds: readonly Round[]): Task | undefined {
  return rounds.findLast((round) => round.tasks.length > 0)?.tasks.at(-1)?.task;
}
