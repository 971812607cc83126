import type { PendingQuestion } from '../environment/types.js';
import { describeJob, type JobView } from '../jobs/describe.js';
import { JobUnknownError } from '../jobs/job-errors.js';
import type { JobRecord, JobRoom } from '../jobs/room.js';
import { isLive } from '../jobs/status.js';
import { environmentById } from '../store/environments.js';
import { findJob, liveJobs } from '../store/jobs.js';
import { openQuestions } from '../store/open-questions.js';
import type { Tx } from '../store/tx.js';

/** What is under way: a job, or a task that waits for an answer. */
export type StatusEntry =
  | ({ kind: 'job'; environment: string } & Omit<JobView, 'kind'> & { job_kind: string })
  | {
      kind: 'question';
      environment: string;
      round_id: number;
      task_id: number;
      type: string;
      question: string;
      since: string;
    };

/** The overview, after live jobs without a living supervisor were given one, or their end: whoever looks next does that. */
export async function lookAfter(room: JobRoom, environment: string | null): Promise<StatusEntry[]> {
  const seen = await overview(room, environment);
  if (!seen.some(isLiveJob)) return seen;
  const { tend } = await import('../jobs/tend.js');
  await tend(room);
  return await overview(room, environment);
}

/** One job, looked after in the same way; of an ended one a late result is noticed. Throws JobUnknownError. */
export async function lookAfterOne(room: JobRoom, run_id: string): Promise<StatusEntry> {
  const { tend } = await import('../jobs/tend.js');
  await tend(room, { run_id });
  return await oneJob(room, run_id);
}

function isLiveJob(entry: StatusEntry): boolean {
  return entry.kind === 'job' && isLive(entry.status);
}

/** Live jobs, then open questions, of one Environment or of all. Reads rows and looks at processes; nothing else. */
export async function overview(room: JobRoom, environment: string | null): Promise<StatusEntry[]> {
  return await room.store.read(async (tx) => {
    const jobs = await Promise.all((await liveJobs(tx)).map((row) => entryOf(tx, room, row)));
    const questions = (await openQuestions(tx)).map(({ name, question }) => questionEntry(name, question));
    return [...jobs, ...questions].filter((entry) => environment === null || entry.environment === environment);
  });
}

export async function oneJob(room: JobRoom, run_id: string): Promise<StatusEntry> {
  return await room.store.read(async (tx) => {
    const row = await findJob(tx, run_id);
    if (row === null) throw new JobUnknownError(run_id);
    return await entryOf(tx, room, row);
  });
}

async function entryOf(tx: Tx, room: JobRoom, row: JobRecord): Promise<StatusEntry> {
  const { name } = await environmentById(tx, row.environment_id);
  const { kind: job_kind, ...view } = describeJob(room, row);
  return { kind: 'job', environment: name, job_kind, ...view };
}

function questionEntry(environment: string, question: PendingQuestion): StatusEntry {
  const { round_id, task_id, task_type, asked_at } = question;
  const type = task_type ?? 'executor';
  return { kind: 'question', environment, round_id, task_id, type, question: question.question, since: asked_at };
}
