import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_FILES, jobDirectory } from './files.js';
import type { JobInput, JobLimits, JobOrder, JobRoom } from './room.js';

/** command.json: what a supervisor must know and no row holds. */
export interface JobCommand {
  argv: readonly string[];
  /** Absolute, or 'job'. */
  cwd: string;
  package_dir: string;
  limits: JobLimits;
  idempotent: boolean;
  max_jobs: number;
  hidden_env: readonly string[];
  stop_grace_ms: number;
  /** How long the program itself gets to end what it started, before everything is ended at once. 0: no time. */
  ask_first_ms: number;
}

/** input.json of the first attempt; later ones differ in `attempt` alone. */
export interface StoredInput extends JobInput {
  run_id: string;
  attempt: number;
  idempotency_key: string;
}

/** Between SIGTERM and SIGKILL. */
export const STOP_GRACE_MS = 5_000;

/** Longer than the slowest back-end takes to be stopped its own way. */
const ASK_FIRST_MS = 15_000;

/** What holds where an order or a file says nothing, or nothing sensible: no limit is never meant. */
const DEFAULT_LIMITS: JobLimits = { wall_ms: 3_600_000, idle_ms: 600_000, output_bytes: 1024 ** 3 };

export function commandOf(room: JobRoom, order: JobOrder): JobCommand {
  return {
    argv: order.argv,
    cwd: order.cwd,
    package_dir: order.package_dir,
    limits: effectiveLimits(order.limits),
    idempotent: order.idempotent,
    max_jobs: Math.max(1, room.max_jobs),
    // An agent's channel names the variables it needs; what it does not need is left out where its program is started.
    hidden_env: order.kind === 'agent' ? [] : room.hidden_env,
    stop_grace_ms: room.stop_grace_ms ?? STOP_GRACE_MS,
    ask_first_ms: order.kind === 'agent' ? ASK_FIRST_MS : 0,
  };
}

export function effectiveLimits(limits: Partial<JobLimits>): JobLimits {
  const sensible = (value: number | undefined, otherwise: number) =>
    value !== undefined && Number.isFinite(value) && value > 0 ? value : otherwise;
  return {
    wall_ms: sensible(limits.wall_ms, DEFAULT_LIMITS.wall_ms),
    idle_ms: sensible(limits.idle_ms, DEFAULT_LIMITS.idle_ms),
    output_bytes: sensible(limits.output_bytes, DEFAULT_LIMITS.output_bytes),
  };
}

/** Null when the folder is gone or the file is not what was written there. */
export function readCommand(jobs_dir: string, run_id: string): JobCommand | null {
  return readJson<JobCommand>(join(jobDirectory(jobs_dir, run_id), JOB_FILES.command));
}

export function readInput(jobs_dir: string, run_id: string): StoredInput | null {
  return readJson<StoredInput>(join(jobDirectory(jobs_dir, run_id), JOB_FILES.input));
}

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
