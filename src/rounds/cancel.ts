import { meansAll } from '../controller/parameters/ordinals.js';
import type { RouteScorer } from '../controller/policy.js';
import { inBoth } from '../errors/said.js';
import { requestCancel } from '../jobs/cancel.js';
import { describeJob } from '../jobs/describe.js';
import type { JobRecord } from '../jobs/room.js';
import { composeReply } from '../reply/compose.js';
import type { CancelledFact, MainFact } from '../reply/facts.js';
import { wordsOf } from '../reply/words.js';
import { findJob, liveJobs } from '../store/jobs.js';
import type { Errand } from './errand.js';
import { decisionEvents } from './events.js';
import type { House, Turn } from './house.js';
import { jobsMeant } from './jobs-meant.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { ask } from './question.js';
import type { QuestionEnd } from './question-end.js';
import { runIdsNamed } from './run-ids.js';
import { jobLine } from './status.js';
import { update } from './update.js';

/**
 * Stops the jobs that are named by id or by their type, or the one that runs, or all that do where all are meant; `cancelled` is said only when it
 * is gone. Several and none named: asks which. Where a question is open, it is that request which is given up, and nothing that runs is touched.
 */
export async function cancel(
  house: House,
  turn: Turn,
  errand: Errand,
  routes: Pick<RouteScorer, 'score'>,
): Promise<StepOutcome> {
  const said = saidOf(turn, errand);
  // An answer names those it means each on a line of its own.
  const named = [said[0] ?? '', errand.text].map(runIdsNamed).find((ids) => ids.length > 0) ?? [];
  const live = await house.store.read((tx) => liveJobs(tx, { environment_id: turn.environment_id }));
  if (named.length === 0 && errand.ends?.how === 'superseded') {
    return await done(house, turn, errand, errand.ends, live[0]?.run_id ?? null, {
      kind: 'request_dropped',
      jobs: live.map((row) => jobLine(describeJob(house.jobs, row))),
      also_asked: errand.also_asked,
    });
  }
  const targets = named.length === 0 ? jobsMeant(live, said, routes) : await jobsNamed(house, turn, named);
  const types = targets.map((row) => row.package);
  const isClear = named.length > 0 || targets.length < 2 || said.some((text) => meansAll(text, types));
  if (!isClear) return await askWhich(house, turn, errand, targets);
  // Stopping jobs by their ids says nothing about an open question of another kind.
  const ends = errand.ends?.how === 'answered' ? errand.ends : null;
  const main = await stopAll(house, { named, targets, also_asked: errand.also_asked }, turn.request.signal);
  return await done(house, turn, errand, ends, targets[0]?.run_id ?? null, main);
}

/** Where a wish to stop is likely and not sure: whether it is one, of which job. Null: nothing runs that could be meant. */
export async function confirmCancel(
  house: House,
  turn: Turn,
  errand: Errand,
  routes: Pick<RouteScorer, 'score'>,
): Promise<StepOutcome | null> {
  const live = await house.store.read((tx) => liveJobs(tx, { environment_id: turn.environment_id }));
  const named = live.filter(({ run_id }) => runIdsNamed(errand.text).includes(run_id));
  const targets = named.length > 0 ? named : jobsMeant(live, [errand.text], routes);
  return targets.length === 0 ? null : await askWhich(house, turn, errand, targets);
}

/** An answer says which in its own words first; what it leaves open the request may have said. */
function saidOf({ input }: Turn, { text, ends }: Errand): string[] {
  return ends?.how === 'answered' ? [input, ...text.split('\n')] : [text];
}

async function jobsNamed(house: House, turn: Turn, run_ids: readonly string[]): Promise<JobRecord[]> {
  return await house.store.read(async (tx) => {
    const found = await Promise.all(run_ids.map((run_id) => findJob(tx, run_id)));
    return found.filter((row) => row !== null).filter((row) => row.environment_id === turn.environment_id);
  });
}

async function askWhich(
  house: House,
  turn: Turn,
  { decided, content, text, ends, also_asked }: Errand,
  targets: readonly JobRecord[],
): Promise<StepOutcome> {
  const lines = targets.map((row) => jobLine(describeJob(house.jobs, row)));
  const asked = {
    kind: 'choice' as const,
    param: null,
    options: targets.map(({ run_id }) => run_id),
    said: inBoth((language) => {
      const words = wordsOf(language);
      const shown = lines.map((line) => words.jobLine(line));
      return shown.length === 1 ? words.confirmCancel(shown.join()) : words.whichToCancel(shown);
    }),
    task_type: 'cancel',
    task_content: content,
    params: {},
    user_input: ends?.how === 'answered' ? turn.input : text,
    also_asked: [...also_asked],
  };
  const { made, routed } = decided;
  return await ask(house, turn, asked, { made, events: decisionEvents(routed), ends, type: 'cancel' });
}

async function done(
  house: House,
  turn: Turn,
  { decided: { made, routed }, content }: Errand,
  ends: QuestionEnd | null,
  run_id: string | null,
  main: MainFact,
): Promise<StepOutcome> {
  const task_result = composeReply({ main, completed: [], interrupted: [], superseded_question: null }, turn.language);
  const unconfirmed = main.kind === 'cancelled' && main.jobs.some(({ was_live, confirmed }) => was_live && !confirmed);
  const task_status = unconfirmed ? 'failed' : 'done';
  const reason = unconfirmed ? 'STOP_UNCONFIRMED' : null;
  const task_id = await update(house, turn, {
    made,
    task: { type: 'cancel', content, status: task_status, result: task_result, reason },
    events: [...decisionEvents(routed), { agent: 'runtime', event: 'execute', return: task_result }],
    ends,
  });
  return { ...PLAIN, task_id, task_type: 'cancel', task_status, task_result, reason, run_id, main };
}

interface ToStop {
  readonly named: readonly string[];
  readonly targets: readonly JobRecord[];
  readonly also_asked: Errand['also_asked'];
}

/** All at once: each may take as long as a workflow's grace, and the lease does not last for ever. */
async function stopAll(house: House, { named, targets, also_asked }: ToStop, signal: AbortSignal): Promise<MainFact> {
  const [first] = named;
  if (targets.length === 0)
    return first === undefined ? { kind: 'nothing_to_cancel', also_asked } : { kind: 'unknown_run', run_id: first };
  const jobs = await Promise.all(
    targets.map(async ({ run_id, package: task_type }): Promise<CancelledFact> => {
      const { confirmed, forced, was, status, waited } = await requestCancel(house.jobs, run_id, signal);
      // A job that was quicker than its cancellation has ended as it ended.
      const stopped = was === 'live' && (status === 'cancelled' || confirmed === false);
      const goes_on = waited === 'interrupted';
      return { run_id, task_type, confirmed: confirmed ?? true, forced, was_live: stopped, goes_on };
    }),
  );
  return { kind: 'cancelled', jobs, also_asked };
}
