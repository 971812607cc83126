import { CONTEXT_VIEW_DEFAULTS, type ContextViewOptions } from '../protocol/context-view-options.js';
import { clip } from './clip.js';
import { type ContextLimits, DEFAULT_CONTEXT_LIMITS, VIEW_TASKS } from './limits.js';
import { type RunningOutside, runningOutside } from './running-outside.js';
import { latestSummaries, type SummaryView } from './summary-view.js';
import { type TrackEventView, viewTrackEvent } from './track-view.js';
import type { Environment, EnvironmentFacts, Round, TaskRecord, TaskStatus } from './types.js';
import { fewerThenShorter, type Plan, richestWithin, shorterThenFewer } from './within-budget.js';

/** What the observe tool `build_context_view` answers. */
export interface ContextView {
  cur_round: number;
  /** Oldest first. */
  rounds: ContextRound[];
  /** Oldest first. */
  history_summary_latest: SummaryView[];
  history_meta_summary: string;
  /** Running work the rounds above do not hold; absent when there is none. */
  running_outside?: RunningOutside;
  /** Rounds within `round_limit` dropped for size; absent when none was. */
  rounds_left_out?: number;
}

export interface ContextRound {
  round_id: number;
  user_input?: string;
  reply?: string;
  tasks?: ContextTask[];
  tasks_left_out?: number;
}

export interface ContextTask {
  task_id: number;
  type: string;
  content: string;
  status: TaskStatus;
  result: string;
  track?: TrackEventView[];
  /** Older events of the track that are not shown; absent when all are. */
  track_left_out?: number;
}

const TRACED_TASKS = 5;
const EVENTS_SHOWN = 10;
const RUNNING_LISTED = 5;
const RUNNING_TYPES = 3;
const NAME_CHARS = 60;

/** At most 20 tasks, 5 of them with their track, within the smaller of `compress_target_tokens` and `context_view_target_tokens`. */
export function buildContextView(
  environment: Environment,
  facts: EnvironmentFacts,
  options: Partial<ContextViewOptions> = {},
  limits: Pick<ContextLimits, 'context_view_target_tokens'> = DEFAULT_CONTEXT_LIMITS,
): ContextView {
  const wanted = { ...CONTEXT_VIEW_DEFAULTS, ...options };
  const budget = Math.min(
    wanted.compress_target_tokens ?? limits.context_view_target_tokens,
    limits.context_view_target_tokens,
  );
  const rounds = environment.rounds.slice(-wanted.round_limit);
  const plans = wanted.compress ? shorterThenFewer : fewerThenShorter;
  return richestWithin(
    plans(rounds.length, budget),
    (plan) => viewOf(environment, rounds, facts, wanted, plan),
    budget,
  );
}

function viewOf(
  environment: Environment,
  window: readonly Round[],
  facts: EnvironmentFacts,
  options: ContextViewOptions,
  { rounds: count, cap }: Plan,
): ContextView {
  const shown = new Set<string>();
  const rounds = viewRounds(count === 0 ? [] : window.slice(-count), options, cap, shown);
  const outside = runningOutside(facts.running, (work) => shown.has(`${work.round_id}/${work.task_id}`), {
    newest: RUNNING_LISTED,
    types: RUNNING_TYPES,
    chars: Math.min(cap, NAME_CHARS),
  });
  const leftOut = window.length - rounds.length;
  return {
    cur_round: environment.cur_round,
    rounds,
    history_summary_latest: latestSummaries(environment.history_summaries, options.history_summary_limit, cap),
    history_meta_summary: clip(environment.history_meta_summary, cap),
    ...(outside.newest.length > 0 && { running_outside: outside }),
    ...(leftOut > 0 && { rounds_left_out: leftOut }),
  };
}

/** Adds what is shown to `shown`, as `round/task`. Tasks are counted from the newest. */
function viewRounds(
  rounds: readonly Round[],
  options: ContextViewOptions,
  cap: number,
  shown: Set<string>,
): ContextRound[] {
  let room = VIEW_TASKS;
  let traced = options.include_trace ? TRACED_TASKS : 0;
  return rounds
    .toReversed()
    .map((round) => {
      const view: ContextRound = { round_id: round.round_id };
      if (options.include_user_input) view.user_input = clip(round.user_input, cap);
      if (options.include_reply) view.reply = clip(round.reply, cap);
      if (!options.include_task) return view;
      const records = room === 0 ? [] : round.tasks.slice(-room);
      room -= records.length;
      const untraced = Math.max(0, records.length - traced);
      traced -= records.length - untraced;
      for (const { task_id } of records) shown.add(`${round.round_id}/${task_id}`);
      view.tasks = records.map((record, at) => viewTask(record, at >= untraced, cap));
      if (records.length < round.tasks.length) view.tasks_left_out = round.tasks.length - records.length;
      return view;
    })
    .reverse();
}

function viewTask({ task, track }: TaskRecord, withTrack: boolean, cap: number): ContextTask {
  const view: ContextTask = {
    task_id: task.task_id,
    type: clip(task.type, Math.min(cap, NAME_CHARS)),
    content: clip(task.content, cap),
    status: task.status,
    result: clip(task.result, cap),
  };
  if (!withTrack) return view;
  view.track = track.slice(-EVENTS_SHOWN).map((event) => viewTrackEvent(event, cap));
  if (track.length > EVENTS_SHOWN) view.track_left_out = track.length - EVENTS_SHOWN;
  return view;
}
