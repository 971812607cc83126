import type { PendingQuestion } from '../environment/types.js';
import { requestCancel } from '../jobs/cancel.js';
import { describeJob } from '../jobs/describe.js';
import { composeReply } from '../reply/compose.js';
import type { CancelledFact, MainFact } from '../reply/facts.js';
import { wordsOf } from '../reply/words.js';
import { findJob, liveJobs } from '../store/jobs.js';
import type { Decided } from './decide.js';
import { decisionEvents } from './events.js';
import type { House, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { ask, settle } from './question.js';
import { runIdsNamed } from './run-ids.js';
import { jobLine } from './status.js';
import { update } from './update.js';

/** Stops the job that was meant and says `cancelled` only when it is gone; several and none named: asks which. */
export async function cancel(
  house: House,
  turn: Turn,
  decided: Decided,
  content: string,
  answered: PendingQuestion | null = null,
): Promise<StepOutcome> {
  const { routed, made, facts } = decided;
  const named = runIdsNamed(turn.input);
  const targets = await house.store.read(async (tx) => {
    if (named.length === 0) return await liveJobs(tx, { environment_id: turn.environment_id });
    const found = await Promise.all(named.map((run_id) => findJob(tx, run_id)));
    return found.filter((row) => row !== null).filter((row) => row.environment_id === turn.environment_id);
  });
  if (named.length === 0 && targets.length > 1) {
    const words = wordsOf(turn.language);
    const question = words.whichToCancel(targets.map((row) => words.jobLine(jobLine(describeJob(house.jobs, row)))));
    const asked = {
      kind: 'choice' as const,
      param: null,
      options: targets.map(({ run_id }) => run_id),
      question,
      task_type: 'cancel',
      task_content: content,
      params: {},
      user_input: turn.input,
    };
    const how = { made, events: decisionEvents(routed), superseded: facts.pending_question, type: 'cancel' };
    return await ask(house, turn, asked, how);
  }
  const main = await stopAll(house, named, targets);
  const task_result = composeReply({ main, completed: [], interrupted: [], superseded_question: null }, turn.language);
  const unconfirmed = main.kind === 'cancelled' && main.jobs.some(({ was_live, confirmed }) => was_live && !confirmed);
  const task_status = unconfirmed ? 'failed' : 'done';
  const reason = unconfirmed ? 'STOP_UNCONFIRMED' : null;
  const step = {
    made,
    task: { type: 'cancel', content, status: task_status, result: task_result, reason } as const,
    events: [...decisionEvents(routed), { agent: 'runtime', event: 'execute', return: task_result }],
  };
  const task_id = await update(house, turn, step, async (tx, id) => {
    if (answered !== null) await settle(tx, turn.environment_id, answered, { round_id: turn.round_id, task_id: id });
  });
  return {
    ...PLAIN,
    task_id,
    task_type: 'cancel',
    task_status,
    task_result,
    reason,
    run_id: targets[0]?.run_id ?? null,
    main,
  };
}

async function stopAll(
  house: House,
  named: readonly string[],
  targets: readonly { run_id: string; package: string }[],
): Promise<MainFact> {
  const [first] = named;
  if (targets.length === 0)
    return first === undefined ? { kind: 'nothing_to_cancel' } : { kind: 'unknown_run', run_id: first };
  const jobs: CancelledFact[] = [];
  for (const { run_id, package: task_type } of targets) {
    const report = await requestCancel(house.jobs, run_id);
    jobs.push({
      run_id,
      task_type,
      confirmed: report.confirmed ?? true,
      forced: report.forced,
      was_live: report.was === 'live',
    });
  }
  return { kind: 'cancelled', jobs };
}
