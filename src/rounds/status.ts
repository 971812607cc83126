import type { EnvironmentFacts } from '../environment/types.js';
import { describeJob, type JobView } from '../jobs/describe.js';
import { taskStatusOf } from '../jobs/status.js';
import { composeReply } from '../reply/compose.js';
import type { JobLine, LastFact, MainFact } from '../reply/facts.js';
import { findJob, jobsOf, liveJobs } from '../store/jobs.js';
import { tasksOfRun } from '../store/tasks.js';
import type { Decided } from './decide.js';
import { decisionEvents } from './events.js';
import type { House, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { runIdsNamed } from './run-ids.js';
import { update } from './update.js';

/** "How is it going?", answered from the store: no model, no dispatch. */
export async function answerStatus(
  house: House,
  turn: Turn,
  { routed, made, facts }: Decided,
  content: string,
): Promise<StepOutcome> {
  const main = await statusFact(house, turn, facts);
  const task_result = composeReply({ main, completed: [], interrupted: [], superseded_question: null }, turn.language);
  const task_id = await update(house, turn, {
    made,
    task: { type: 'status', content, status: 'done', result: task_result },
    events: [...decisionEvents(routed), { agent: 'runtime', event: 'execute', return: task_result }],
  });
  return {
    ...PLAIN,
    task_id,
    task_type: 'status',
    task_status: 'done',
    task_result,
    main,
  };
}

async function statusFact(house: House, turn: Turn, facts: EnvironmentFacts): Promise<MainFact> {
  const named = runIdsNamed(turn.input);
  const { rows, last, unknown } = await house.store.read(async (tx) => {
    const found = await Promise.all(named.map((run_id) => findJob(tx, run_id)));
    const own = found.filter((row) => row !== null).filter((row) => row.environment_id === turn.environment_id);
    if (named.length > 0) return { rows: own, last: [], unknown: own.length === 0 ? named[0] : undefined };
    const live = await liveJobs(tx, { environment_id: turn.environment_id });
    return {
      rows: live,
      last: live.length > 0 ? [] : await jobsOf(tx, turn.environment_id, { limit: 1 }),
      unknown: undefined,
    };
  });
  if (unknown !== undefined) return { kind: 'unknown_run', run_id: unknown };
  const views = rows.map((row) => describeJob(house.jobs, row));
  const live = views.filter(({ status }) => status === 'queued' || status === 'running');
  const ended = [...views.filter((view) => !live.includes(view)), ...last.map((row) => describeJob(house.jobs, row))];
  return {
    kind: 'status',
    jobs: live.map(jobLine),
    question: facts.pending_question?.question ?? null,
    last: ended[0] === undefined ? null : await lastFact(house, ended[0]),
  };
}

export function jobLine(view: JobView): JobLine {
  return {
    run_id: view.run_id,
    task_type: view.type,
    state: view.status === 'queued' ? 'queued' : 'running',
    alive: view.alive,
    elapsed_ms: view.elapsed_ms,
    progress:
      view.progress === null
        ? null
        : { done: view.progress.done, total: view.progress.total, unit: view.progress.unit, step: view.progress.step },
  };
}

/** How the job ended, in the words its back-fill recorded. */
async function lastFact(house: House, view: JobView): Promise<LastFact> {
  const tasks = await house.store.read((tx) => tasksOfRun(tx, view.run_id));
  const recorded = tasks.find(({ type }) => type === 'pyskill_task');
  return {
    run_id: view.run_id,
    round_id: view.source.round_id,
    task_type: view.type,
    status: taskStatusOf(view.status, view.verdict),
    result: recorded?.result ?? '',
  };
}
