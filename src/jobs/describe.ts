import { hostName, isAlive, isHalted } from '../processes/identity.js';
import type { TaskRef } from './collect.js';
import { attemptDirectory } from './files.js';
import { type JobProgress, parseProgress } from './progress.js';
import { childOf, supervisorOf } from './record-dispatch.js';
import type { JobRecord, JobRoom } from './room.js';
import { isLive, type JobStatus, jobStatus, type Verdict, verdictOf } from './status.js';
import { isHeld } from './supervisor/holder.js';

/** A job as people and programs are shown it. */
export interface JobView {
  run_id: string;
  /** The package: its task type or skill name. */
  type: string;
  kind: string;
  status: JobStatus;
  /** Its process was just seen alive; false: only recorded, or ended. Null: on another machine. */
  alive: boolean | null;
  /** Its supervisor is halted by a signal: until it is continued or killed nothing is settled, and its slot stays taken. */
  halted: HaltedSupervisor | null;
  /** When it entered its present status. */
  since: string;
  /** Milliseconds since it was started (or queued, while it waits); up to its end, once ended. */
  elapsed_ms: number;
  progress: JobProgress | null;
  due_at: string | null;
  /** A retry waits until then. */
  not_before: string | null;
  host: string;
  attempt: number;
  max_attempts: number;
  reason: string | null;
  verdict: Verdict | null;
  exit_code: number | null;
  pid: number | null;
  /** Somebody asked for its end. */
  cancel_requested: boolean;
  /** stdout, stderr, events.jsonl, result.json. */
  directory: string;
  source: TaskRef;
  collected: boolean;
  reported: boolean;
  /** A result came after the end, and was ignored. */
  late: boolean;
}

export interface HaltedSupervisor {
  pid: number;
  /** What it watches. */
  work: 'not_started' | 'running' | 'ended';
}

export function describeJob(room: Pick<JobRoom, 'jobs_dir' | 'now'>, row: JobRecord): JobView {
  const status = jobStatus(row.status);
  const start = row.started_at ?? row.queued_at;
  const end = row.finished_at === null ? room.now().getTime() : Date.parse(row.finished_at);
  return {
    run_id: row.run_id,
    type: row.package,
    kind: row.kind,
    status,
    alive: row.host !== hostName() ? null : isLive(status) && isHeld(row),
    halted: row.host === hostName() && isLive(status) ? haltedSupervisor(row) : null,
    since: row.finished_at ?? start,
    elapsed_ms: Math.max(0, end - Date.parse(start)),
    progress: parseProgress(row.progress),
    due_at: row.due_at,
    not_before: status === 'queued' ? row.not_before : null,
    host: row.host,
    attempt: row.attempt,
    max_attempts: row.max_attempts,
    reason: row.reason,
    verdict: verdictOf(row.verdict),
    exit_code: row.exit_code,
    pid: row.pid,
    cancel_requested: row.cancel_requested_at !== null,
    directory: attemptDirectory(room.jobs_dir, row.run_id, row.attempt),
    source: { round_id: row.round_id, task_id: row.task_id },
    collected: row.collected_at !== null,
    reported: row.reported_at !== null,
    late: row.late_at !== null,
  };
}

function haltedSupervisor(row: JobRecord): HaltedSupervisor | null {
  const supervisor = supervisorOf(row);
  if (supervisor === null || !isHalted(supervisor)) return null;
  const child = childOf(row);
  return { pid: supervisor.pid, work: child === null ? 'not_started' : isAlive(child) ? 'running' : 'ended' };
}
