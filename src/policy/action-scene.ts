import { BACK_FILL_TYPE } from '../environment/back-fill.js';
import type { ControllerContext, TaskView } from '../environment/controller-context.js';
import { isBuiltIn } from './action-space.js';

/** What of the visible state a decision turns on. */
export interface Scene {
  /** Rounds before this one. */
  readonly rounds: number;
  /** Type of everything that runs, shown or not. */
  readonly running: readonly string[];
  /** The newest piece of work: a task that is neither a question about one nor the record of a completion. */
  readonly last: Work | null;
  /** The newest round before this one only asked for the state of things. */
  readonly asked_status: boolean;
  readonly failed: FailedWork | null;
  readonly summaries: number;
  readonly meta: boolean;
  readonly pending: boolean;
}

interface Work {
  readonly type: string;
  readonly status: string;
}

interface FailedWork {
  readonly type: string;
  /** Nothing was started since. */
  readonly newest: boolean;
}

/** Reads the very bytes training sees: `ENVIRONMENT_JSON`, as buildControllerStateInput made it. */
export function sceneOf(environmentJson: string): Scene {
  const context = JSON.parse(environmentJson) as ControllerContext;
  const past = context.rounds.filter(({ tasks, reply }) => tasks.length > 0 || reply !== '');
  const tasks = past.flatMap((round) => round.tasks);
  const work = tasks.filter(({ type }) => isWork(type));
  const last = work.at(-1) ?? null;
  const newest = past.at(-1)?.tasks ?? [];
  return {
    rounds: past.length,
    running: [...tasks.filter(({ status }) => status === 'running'), ...outside(context)].map(({ type }) => type),
    last,
    asked_status: newest.length > 0 && newest.every(({ type }) => type === 'status'),
    failed: failedWork(context, work),
    summaries: context.history_summary_latest.length,
    meta: context.history_meta_summary !== '',
    pending: context.pending_question !== null,
  };
}

function isWork(type: string): boolean {
  return type !== BACK_FILL_TYPE && (type === 'executor' || !isBuiltIn(type));
}

function outside({ running_outside: { newest, rest } }: ControllerContext): { type: string }[] {
  return [...newest, ...rest.flatMap(({ type, count }) => Array.from({ length: count }, () => ({ type })))];
}

function failedWork({ previous_failed_task: failed }: ControllerContext, work: readonly TaskView[]): FailedWork | null {
  if (failed === null) return null;
  const source = failed.type === BACK_FILL_TYPE ? work.findLast(({ status }) => status === 'failed') : failed;
  return { type: source?.type ?? failed.type, newest: work.at(-1)?.status === 'failed' };
}
