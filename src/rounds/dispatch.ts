import type { TrackEvent } from '../environment/types.js';
import { ProductError } from '../errors/product-error.js';
import { faultPoint } from '../faults/fault-point.js';
import { launch } from '../jobs/launch.js';
import { prepareJob, storeJob } from '../jobs/prepare.js';
import type { JobOrder } from '../jobs/room.js';
import type { ProcessId } from '../processes/identity.js';
import type { DispatchedFact, MainFact } from '../reply/facts.js';
import { wordsOf } from '../reply/words.js';
import { findLiveByRequestKey, finishJob } from '../store/jobs.js';
import { checkLease } from '../store/lease.js';
import { updateTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import { checkAncestors } from './ancestors.js';
import type { House, MadeDecision, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import type { QuestionEnd } from './question-end.js';
import { storeStep } from './update.js';

/** What is to become a job, whoever carries it out. */
export interface Work {
  readonly task_type: string;
  readonly content: string;
  readonly params: Record<string, unknown>;
  readonly made: readonly MadeDecision[];
  readonly events: readonly TrackEvent[];
  readonly ends: QuestionEnd | null;
  /** Equal for requests that would do the same. */
  readonly request_key: string;
  order(task_id: number): JobOrder;
  /** What the reply says of it, but for its number. */
  readonly told: Omit<DispatchedFact, 'kind' | 'task_type' | 'run_id'>;
}

/**
 * Starts work as a job, or joins the live one that does the same. Throws JobNestedError where it would start itself from inside. The intent is
 * stored in one transaction before anything starts.
 */
export async function dispatch(house: House, turn: Turn, work: Work): Promise<StepOutcome> {
  const stored = await storeIntent(house, turn, work);
  faultPoint('round.intent-stored');
  const launched = stored.joined ? null : await launchOrEnd(house, turn, stored);
  faultPoint('round.launched');
  return {
    ...PLAIN,
    task_id: stored.task_id,
    task_type: work.task_type,
    task_status: 'running',
    task_result: stored.result,
    run_id: stored.run_id,
    launched,
    joined: stored.joined,
    main: stored.main,
  };
}

interface Intent {
  task_id: number;
  run_id: string;
  joined: boolean;
  result: string;
  main: MainFact;
}

async function storeIntent(house: House, turn: Turn, work: Work): Promise<Intent> {
  const { task_type, content, params, made, events, ends, request_key } = work;
  const words = wordsOf(turn.language);
  return await house.store.write(async (tx) => {
    await checkLease(tx, turn.lease, house.now(), house.lease.ttl_ms);
    const asked = { package: task_type, target: work.told.project, params, content };
    await checkAncestors(tx, house.parent_run_id, asked);
    const live = turn.request.identical === 'join' ? await findLiveByRequestKey(tx, request_key) : null;
    const task = { type: task_type, content, status: 'running' as const, result: '', params };
    const task_id = await storeStep(tx, house, turn, { made, task, events, ends });
    const taskKey = { environment_id: turn.environment_id, round_id: turn.round_id, task_id };
    if (live !== null) {
      const since = live.started_at ?? live.queued_at;
      const elapsed_ms = Math.max(0, house.now().getTime() - Date.parse(since));
      const { also_asked } = work.told;
      const main = { kind: 'joined' as const, task_type, run_id: live.run_id, elapsed_ms, also_asked };
      const result = words.joined(main);
      await updateTask(tx, taskKey, { run_id: live.run_id, result });
      const joining = { agent: 'runtime', event: 'execute', run_id: live.run_id, reason: 'joined', return: result };
      await appendTrack(tx, taskKey, joining, house.now());
      return { task_id, run_id: live.run_id, joined: true, result, main };
    }
    const prepared = await prepareJob(house.jobs, work.order(task_id));
    faultPoint('round.job-prepared');
    await storeJob(tx, prepared, taskKey, house.now());
    const main = { kind: 'dispatched' as const, task_type, run_id: prepared.run_id, ...work.told };
    const result = words.dispatched(main);
    await updateTask(tx, taskKey, { run_id: prepared.run_id, result });
    return { task_id, run_id: prepared.run_id, joined: false, result, main };
  });
}

/** A supervisor that cannot be started ends the job at once: a `queued` that nobody will ever look after must not stay. */
async function launchOrEnd(house: House, turn: Turn, { run_id, task_id }: Intent): Promise<ProcessId | null> {
  try {
    return await launch(house.jobs, run_id);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    await house.store.write(async (tx) => {
      const now = house.now();
      await checkLease(tx, turn.lease, now, house.lease.ttl_ms);
      const ending = { status: 'failed', reason: 'launch_failed', finished_at: now.toISOString() };
      if (!(await finishJob(tx, run_id, { supervisor: null, attempt: 1 }, ending))) return;
      const { environment_id, round_id } = turn;
      const event = { agent: 'runtime', event: 'dispatch_pyskill_failed', run_id, reason: error.in(turn.language) };
      await appendTrack(tx, { environment_id, round_id, task_id }, { ...event, return: error.in(turn.language) }, now);
    });
    return null;
  }
}
