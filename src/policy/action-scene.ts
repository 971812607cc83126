import { BACK_FILL_TYPE } from '../environment/back-fill.js';
import type { ControllerContext, TaskView } from '../environment/controller-context.js';
import { isWork } from '../environment/work.js';

/** What of the visible state a decision turns on. */
export interface Scene {
  /** Rounds before this one. */
  readonly rounds: number;
  /** Type of everything that runs, shown or not. */
  readonly running: readonly string[];
  /** The newest piece of work, however long ago: a task that is neither a question about one nor the record of a completion. */
  readonly last: Work | null;
  /** The newest round before this one only asked for the state of things. */
  readonly asked_status: boolean;
  readonly failed: FailedWork | null;
  readonly summaries: number;
  readonly meta: boolean;
  readonly pending: boolean;
}

/** That of a conversation that has not begun. */
export const EMPTY_SCENE: Scene = {
  rounds: 0,
  running: [],
  last: null,
  asked_status: false,
  failed: null,
  summaries: 0,
  meta: false,
  pending: false,
};

interface Work {
  readonly type: string;
  readonly status: string;
}

interface FailedWork {
  readonly type: string;
  /** Nothing was started since. */
  readonly newest: boolean;
}

/** States kept before the newest work was told of have only what their rounds show. */
type KeptContext = Omit<ControllerContext, 'newest_work'> & Partial<Pick<ControllerContext, 'newest_work'>>;

/** Reads the very bytes training sees: `ENVIRONMENT_JSON`, as buildControllerStateInput made it. */
export function sceneOf(environmentJson: string): Scene {
  const context = JSON.parse(environmentJson) as KeptContext;
  const past = context.rounds.filter(({ tasks, reply }) => tasks.length > 0 || reply !== '');
  const tasks = past.flatMap((round) => round.tasks);
  const work = tasks.filter(({ type }) => isWork(type));
  const shown = work.at(-1) ?? null;
  const last = context.newest_work === undefined ? shown : context.newest_work;
  const newest = past.at(-1)?.tasks ?? [];
  return {
    rounds: past.length,
    running: [...tasks.filter(({ status }) => status === 'running'), ...outside(context)].map(({ type }) => type),
    last,
    asked_status: newest.length > 0 && newest.every(({ type }) => type === 'status'),
    failed: failedWork(context, work, last),
    summaries: context.history_summary_latest.length,
    meta: context.history_meta_summary !== '',
    pending: context.pending_question !== null,
  };
}

function outside({ running_outside: { newest, rest } }: KeptContext): { type: string }[] {
  return [...newest, ...rest.flatMap(({ type, count }) => Array.from({ length: count }, () => ({ type })))];
}

function failedWork(
  { previous_failed_task: failed }: KeptContext,
  work: readonly TaskView[],
  last: Work | null,
): FailedWork | null {
  if (failed === null) return null;
  const newest = last?.status === 'failed' ? last : null;
  const source =
    failed.type === BACK_FILL_TYPE ? (work.findLast(({ status }) => status === 'failed') ?? newest) : failed;
  return { type: source?.type ?? failed.type, newest: newest !== null };
}
