import type { Controller } from '../controller/assemble.js';
import { comparedWith, type RunPlace } from '../controller/parameters/run-meant.js';
import { BACK_FILL_TYPE } from '../environment/back-fill.js';
import { describeJob, type JobView } from '../jobs/describe.js';
import { isLive, taskStatusOf } from '../jobs/status.js';
import { composeReply } from '../reply/compose.js';
import type { JobLine, LastFact, MainFact, RunningSkillFact } from '../reply/facts.js';
import { readPendingQuestion } from '../store/environments.js';
import { loadFacts } from '../store/facts.js';
import { findJob, jobsOf, liveJobs } from '../store/jobs.js';
import { unfinishedRounds } from '../store/rounds.js';
import { tasksOfRun } from '../store/tasks.js';
import type { Tx } from '../store/tx.js';
import { compare } from './compare.js';
import type { Errand } from './errand.js';
import { decisionEvents } from './events.js';
import type { House, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { type QuestionEnd, questionIn } from './question-end.js';
import { runIdsNamed } from './run-ids.js';
import { runsAskedAbout } from './runs-asked-about.js';
import { update } from './update.js';

/**
 * "How is it going?", answered from the store: no model, no dispatch. An open question stays open. `about`: the job that is meant where
 * the request names no work.
 */
export async function answerStatus(
  house: House,
  turn: Turn,
  controller: Pick<Controller, 'catalog' | 'actions'>,
  { decided, content, ends }: Pick<Errand, 'decided' | 'content' | 'ends'>,
  about: string | null = null,
): Promise<StepOutcome> {
  const answered = ends?.how === 'answered' ? ends : null;
  const main = await statusFact(house, turn, controller, { answered, about });
  const task_result = composeReply({ main, completed: [], interrupted: [], superseded_question: null }, turn.language);
  const task_id = await update(house, turn, {
    made: decided.made,
    task: { type: 'status', content, status: 'done', result: task_result },
    events: [...decisionEvents(decided.routed), { agent: 'runtime', event: 'execute', return: task_result }],
    ends: answered,
  });
  return { ...PLAIN, task_id, task_type: 'status', task_status: 'done', task_result, main };
}

async function statusFact(
  house: House,
  turn: Turn,
  controller: Pick<Controller, 'catalog' | 'actions'>,
  { answered, about }: { readonly answered: QuestionEnd | null; readonly about: string | null },
): Promise<MainFact> {
  const { environment_id } = turn;
  const said = runIdsNamed(turn.input);
  const place = said.length === 0 ? comparedWith(turn.input) : null;
  const { rows, question, skills, named, never_run } = await house.store.read(async (tx) => {
    const pending = await readPendingQuestion(tx, environment_id);
    const { run_ids, never_run } =
      said.length > 0
        ? { run_ids: said, never_run: [] }
        : await runsAskedAbout(tx, turn, controller, { failure: about, place });
    const common = { question: pending, named: run_ids, never_run };
    if (run_ids.length > 0) {
      const found = await Promise.all(run_ids.map((run_id) => findJob(tx, run_id)));
      const none: RunningSkillFact[] = [];
      return { ...common, rows: found.filter((row) => row?.environment_id === environment_id), skills: none };
    }
    const live = await liveJobs(tx, { environment_id });
    const newest = live.length > 0 ? live : await jobsOf(tx, environment_id, { limit: 1 });
    return { ...common, rows: newest, skills: await runningSkills(tx, house, environment_id) };
  });
  const views = rows.filter((row) => row !== null).map((row) => describeJob(house.jobs, row));
  const unknown = named.filter((run_id) => !views.some((view) => view.run_id === run_id));
  const [first] = unknown;
  if (first !== undefined && views.length === 0) return { kind: 'unknown_run', run_id: first };
  const ended = views.filter(({ status }) => !isLive(status));
  return {
    kind: 'status',
    jobs: views.filter(({ status }) => isLive(status)).map(jobLine),
    skills,
    question: answered === null && question !== null ? questionIn(question, turn.language) : null,
    asked: named.length > 0 ? 'named' : 'everything',
    ended: await Promise.all(ended.map((view) => lastFact(house, view, place))),
    unknown,
    never_run,
  };
}

/** Skills have no job: a round of another process waits for them. */
async function runningSkills(tx: Tx, house: House, environment_id: number): Promise<RunningSkillFact[]> {
  const { running } = await loadFacts(tx, environment_id);
  const blocking = running.filter(({ run_id }) => run_id === null);
  if (blocking.length === 0) return [];
  const rounds = new Map((await unfinishedRounds(tx, environment_id)).map((round) => [round.round_id, round]));
  return blocking.flatMap(({ type, round_id }) => {
    const round = rounds.get(round_id);
    if (round === undefined) return [];
    const elapsed_ms = Math.max(0, house.now().getTime() - Date.parse(round.started_at));
    return [{ task_type: type, round_id, elapsed_ms }];
  });
}

export function jobLine(view: JobView): JobLine {
  const { run_id, type: task_type, status, cancel_requested, alive, halted, elapsed_ms, progress } = view;
  return {
    run_id,
    task_type,
    state: cancel_requested ? 'stopping' : status === 'queued' ? 'queued' : 'running',
    alive,
    halted,
    elapsed_ms,
    progress:
      // A heartbeat says that it lives, and not how far it is.
      progress === null || progress.text === ''
        ? null
        : { done: progress.done, total: progress.total, unit: progress.unit, step: progress.step },
  };
}

/** How the job ended, in the words its back-fill recorded. `place`: the earlier run that it is to be compared with. */
async function lastFact(house: House, view: JobView, place: RunPlace | null): Promise<LastFact> {
  const tasks = await house.store.read((tx) => tasksOfRun(tx, view.run_id));
  const recorded = tasks.find(({ type }) => type === BACK_FILL_TYPE);
  return {
    run_id: view.run_id,
    compared: (await compare(house, view.run_id, place)) ?? (place === null ? null : 'none'),
    round_id: view.source.round_id,
    task_type: view.type,
    status: taskStatusOf(view.status, view.verdict),
    result: recorded?.result ?? '',
  };
}
