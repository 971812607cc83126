import { BACK_FILL_TYPE } from '../environment/back-fill.js';
import type { TaskStatus } from '../environment/types.js';
import type { JobRecord } from '../jobs/room.js';
import { spentOn } from '../jobs/spent.js';
import { jobStatus, taskStatusOf, verdictOf } from '../jobs/status.js';
import type { CompletedFact } from '../reply/facts.js';
import { unreported } from '../store/jobs.js';
import { tasksOfRun } from '../store/tasks.js';
import type { Tx } from '../store/tx.js';

/** Back-fills that no reply has mentioned, oldest first. Read in the transaction that marks them, so that each is told once. */
export async function untold(tx: Tx, environment_id: number): Promise<CompletedFact[]> {
  const facts: CompletedFact[] = [];
  for (const job of await unreported(tx, environment_id)) facts.push(await completionOf(tx, job));
  return facts;
}

/** How a collected job ended, in the words its back-fill recorded. */
export async function completionOf(tx: Tx, job: JobRecord): Promise<CompletedFact> {
  const recorded = (await tasksOfRun(tx, job.run_id)).find(({ type }) => type === BACK_FILL_TYPE);
  const { run_id, package: task_type, verdict, reason } = job;
  return {
    run_id,
    task_type,
    status: (recorded?.status as TaskStatus | undefined) ?? taskStatusOf(jobStatus(job.status), verdictOf(verdict)),
    verdict,
    reason,
    result: recorded?.result ?? '',
    ...spentOn(job),
  };
}
