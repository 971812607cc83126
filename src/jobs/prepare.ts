import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hostName } from '../processes/identity.js';
import { insertJob } from '../store/jobs.js';
import type { Tx } from '../store/tx.js';
import { commandOf, effectiveLimits, type StoredInput } from './command.js';
import { JOB_FILES, jobDirectory } from './files.js';
import { JobFolderError } from './job-errors.js';
import type { JobOrder, JobRoom, PreparedJob } from './room.js';

/** The job's folder with input.json and command.json, before any row. */
export async function prepareJob(room: JobRoom, order: JobOrder): Promise<PreparedJob> {
  const run_id = newRunId(room.now());
  const directory = jobDirectory(room.jobs_dir, run_id);
  const idempotency_key = randomBytes(16).toString('hex');
  const input: StoredInput = { run_id, attempt: 1, idempotency_key, ...order.input };
  try {
    // Made while the Environment's lease and the database's lock are held: at once, without waiting for a thread.
    mkdirSync(room.jobs_dir, { recursive: true });
    // Fails if the name is taken: a run_id is never used twice.
    mkdirSync(directory);
    writeFileSync(join(directory, JOB_FILES.input), `${JSON.stringify(input)}\n`);
    writeFileSync(join(directory, JOB_FILES.command), `${JSON.stringify(commandOf(room, order))}\n`);
  } catch (cause) {
    throw new JobFolderError(directory, cause);
  }
  return { run_id, directory, idempotency_key, order };
}

/** Removes the folder of a job that was never stored. */
export async function discardPrepared(_room: JobRoom, prepared: PreparedJob): Promise<void> {
  await rm(prepared.directory, { recursive: true, force: true });
}

/** The intent: the row, `queued`. Called inside the round's transaction. */
export async function storeJob(
  tx: Tx,
  prepared: PreparedJob,
  key: { round_id: number; task_id: number },
  now: Date,
): Promise<void> {
  const { order, run_id, idempotency_key } = prepared;
  await insertJob(tx, {
    run_id,
    environment_id: order.environment_id,
    round_id: key.round_id,
    task_id: key.task_id,
    kind: order.kind,
    package: order.package,
    package_version: order.package_version,
    request_key: order.request_key,
    idempotency_key,
    target: order.target,
    parent_run_id: order.parent_run_id,
    status: 'queued',
    attempt: 1,
    max_attempts: order.idempotent ? Math.max(1, order.max_attempts) : 1,
    wall_ms: Math.round(effectiveLimits(order.limits).wall_ms),
    host: hostName(),
    queued_at: now.toISOString(),
  });
}

/** `job_20270131_142501_k3m9q2`: sorts by time, can be read out loud, is a safe file name. */
function newRunId(now: Date): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '_').slice(0, 15);
  // Without letters and digits that are taken for each other.
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const suffix = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `job_${time}_${suffix}`;
}
