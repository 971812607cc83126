import { BACK_FILL_TYPE } from '../environment/back-fill.js';
import type { TaskStatus, TrackEvent } from '../environment/types.js';
import { faultPoint } from '../faults/fault-point.js';
import { endedUncollected, markCollected } from '../store/jobs.js';
import { insertTask, tasksOfRun, updateTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import type { Tx } from '../store/tx.js';
import { noteLate } from './late.js';
import { type Outcome, readOutcome } from './outcome.js';
import type { JobBench, JobRecord } from './room.js';
import { type Spent, spentOn } from './spent.js';
import type { JobStatus, Verdict } from './status.js';

export interface TaskRef {
  round_id: number;
  task_id: number;
}

/** One completion, as it was filled in. */
export interface Collected extends Spent {
  run_id: string;
  package: string;
  status: JobStatus;
  task_status: TaskStatus;
  verdict: Verdict | null;
  reason: string | null;
  result: string;
  data: unknown;
  /** The task that asked for it. */
  source: TaskRef;
  /** The pyskill_task that records it. */
  task_ref: TaskRef;
}

/** Larger data stays in result.json. */
const TRACK_DATA_CHARACTERS = 32_000;

/** Reads the files of every ended, uncollected job, outside of any transaction. Empty: there is nothing to collect. */
export async function readEnded(room: JobBench, environment_id: number): Promise<Map<string, Outcome>> {
  const rows = await room.store.read((tx) => endedUncollected(tx, environment_id));
  const outcomes = new Map<string, Outcome>();
  for (const row of rows) {
    outcomes.set(row.run_id, await readOutcome(room, row));
    await noteLate(room, row.run_id);
  }
  faultPoint('collect.read');
  return outcomes;
}

/**
 * Fills ended jobs in, inside the caller's lease transaction: one pyskill_task each in the round, the tasks that wait for it turned final.
 * Exactly once per run_id. `read` saves reading files under the lock.
 */
export async function collectEnded(
  room: Pick<JobBench, 'jobs_dir'>,
  tx: Tx,
  key: { environment_id: number; round_id: number },
  now: Date,
  read: ReadonlyMap<string, Outcome> = new Map(),
): Promise<Collected[]> {
  const collected: Collected[] = [];
  for (const row of await endedUncollected(tx, key.environment_id)) {
    const outcome = read.get(row.run_id) ?? (await readOutcome(room, row));
    collected.push(await fillIn(tx, key, row, outcome, now));
  }
  faultPoint('collect.before-commit');
  return collected;
}

async function fillIn(
  tx: Tx,
  key: { environment_id: number; round_id: number },
  row: JobRecord,
  outcome: Outcome,
  now: Date,
): Promise<Collected> {
  const { run_id } = row;
  const waiting = (await tasksOfRun(tx, run_id)).filter((task) => task.type !== BACK_FILL_TYPE);
  const source = waiting.find((task) => task.round_id === row.round_id && task.task_id === row.task_id);
  const { task_status, result, reason } = outcome;
  const task_id = await insertTask(tx, key, {
    type: BACK_FILL_TYPE,
    content: source?.content ?? '',
    status: task_status,
    result,
    run_id,
    reason,
  });
  if (!(await markCollected(tx, run_id, { now, round_id: key.round_id, task_id }))) {
    throw new Error(`${run_id} was collected twice in one transaction`);
  }
  await appendTrack(tx, { ...key, task_id }, completionEvent(row, outcome), now);

  const link = `${BACK_FILL_TYPE}(round_id=${key.round_id}, task_id=${task_id})`;
  for (const task of waiting) {
    if (task.status === 'running') await updateTask(tx, task, { status: task_status, result: link, reason });
    const event = { agent: 'pyskill', event: 'link_pyskill_result', run_id, task_status, task_result: link };
    await appendTrack(tx, task, event, now);
  }
  return {
    run_id,
    package: row.package,
    status: outcome.job_status,
    task_status,
    verdict: outcome.verdict,
    reason,
    result,
    data: outcome.data,
    ...spentOn(row),
    source: { round_id: row.round_id, task_id: row.task_id },
    task_ref: { round_id: key.round_id, task_id },
  };
}

function completionEvent(row: JobRecord, outcome: Outcome): TrackEvent {
  const { job_status, task_status, verdict, reason, result, data } = outcome;
  const source = { round_id: row.round_id, task_id: row.task_id };
  const small = JSON.stringify(data).length <= TRACK_DATA_CHARACTERS;
  return {
    agent: row.kind === 'workflow' ? 'workflow' : row.kind === 'agent' ? 'runtime' : 'pyskill',
    event: task_status === 'done' ? 'workflow_complete' : 'workflow_fail',
    ...(reason === null ? {} : { reason }),
    run_id: row.run_id,
    task_type: row.package,
    task_status,
    task_result: result,
    return: {
      status: job_status,
      verdict,
      reason,
      exit_code: row.exit_code,
      attempt: row.attempt,
      source,
      data: small ? data : null,
    },
  };
}
