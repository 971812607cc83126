import { cameToNothing } from './came-to-nothing.js';
import type { Environment, EnvironmentFacts, NewestWork, PendingQuestion, RunningWork, TaskRecord } from './types.js';
import { begunWork } from './work.js';

/** The facts of a whole snapshot, for where there is no store (training samples, imported files). A snapshot does not hold what is pending. */
export function factsOf(environment: Environment, pending: PendingQuestion | null = null): EnvironmentFacts {
  const running: RunningWork[] = [];
  let previousFailed: EnvironmentFacts['previous_failed'] = null;
  let newest: NewestWork | null = null;
  for (const { round_id, tasks } of environment.rounds) {
    for (const record of tasks) {
      if (record.task.status === 'running') running.push(runningWork(round_id, record));
      if (record.task.status === 'failed' && !cameToNothing(record.task)) previousFailed = { round_id, record };
      newest = begunWork(round_id, record, pending) ?? newest;
    }
  }
  return { running, previous_failed: previousFailed, newest_work: newest, pending_question: pending };
}

function runningWork(round_id: number, record: TaskRecord): RunningWork {
  const dispatched = record.track.find((event) => event.run_id !== undefined);
  return {
    round_id,
    task_id: record.task_id,
    type: record.task.type,
    run_id: dispatched?.run_id ?? null,
    since: dispatched?.at ?? null,
  };
}
