import { appendFileSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Said } from '../../errors/said.js';
import { saidBy } from '../../errors/said-by.js';
import { faultPoint } from '../../faults/fault-point.js';
import type { ProcessId } from '../../processes/identity.js';
import { type Exit, type GatedProcess, startGated } from '../../processes/process.js';
import { findJob, updateJob } from '../../store/jobs.js';
import { appendTrack } from '../../store/track.js';
import { childEnv } from '../child-env.js';
import { readInput } from '../command.js';
import { directoryOf } from '../end-attempt.js';
import { JOB_FILES, jobDirectory, writeWhole } from '../files.js';
import { persist } from '../persist.js';
import { isSupervisedBy } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';
import type { SupervisorBench } from './bench.js';
import { ENDED_AT_ONCE, notStarted, whyNotStartable } from './find-program.js';

/** A workflow that runs: started here, or found running. */
export interface RunningChild {
  id: ProcessId;
  /** Null when it is not a child of this process: then it is only watched. */
  exit: Promise<Exit> | null;
}

export type StartResult =
  | { got: 'child'; child: RunningChild; row: JobRecord }
  | { got: 'not-started' }
  /** The job's folder is gone. */
  | { got: 'no-folder' }
  | { got: 'superseded' };

/** Starts the workflow behind its gate, stores who it is, and only then lets it run. */
export async function startChild(bench: SupervisorBench, row: JobRecord): Promise<StartResult> {
  const { command } = bench;
  const directory = directoryOf(bench, row);
  const refuse = (why: Said): StartResult => {
    complain(directory, notStarted(why, readInput(bench.jobs_dir, row.run_id)?.language ?? 'en'));
    return { got: 'not-started' };
  };
  if (!existsSync(jobDirectory(bench.jobs_dir, bench.run_id))) return { got: 'no-folder' };
  try {
    prepareAttempt(bench, row, directory);
  } catch (error) {
    return refuse(saidBy(error));
  }
  const cwd = command.cwd === 'job' ? directory : command.cwd;
  const env = childEnv(process.env, command.hidden_env, {
    run_id: row.run_id,
    attempt: row.attempt,
    idempotency_key: row.idempotency_key,
    job_dir: directory,
    package_dir: command.package_dir,
  });
  const reason = whyNotStartable(command.argv, cwd, env.PATH);
  if (reason !== null) return refuse(reason);

  let child: GatedProcess;
  try {
    child = spawnGated(command.argv, cwd, env, directory);
  } catch (error) {
    return refuse(saidBy(error));
  }
  faultPoint('supervisor.spawned');
  if (child.id === null) {
    const { error } = await child.exit;
    return refuse(error === null ? ENDED_AT_ONCE : saidBy(error));
  }
  const stored = await persist(() => store(bench, row, child.id as ProcessId), bench.log);
  faultPoint('supervisor.child-stored');
  if (stored === null) {
    child.abandon();
    await child.exit;
    return { got: 'superseded' };
  }
  child.release();
  faultPoint('supervisor.released');
  return { got: 'child', child: { id: child.id, exit: child.exit }, row: stored };
}

/** A later attempt has its own folder and its own input. */
function prepareAttempt(bench: SupervisorBench, row: JobRecord, directory: string): void {
  if (row.attempt === 1) return;
  mkdirSync(directory, { recursive: true });
  const input = readInput(bench.jobs_dir, row.run_id);
  writeWhole(join(directory, JOB_FILES.input), `${JSON.stringify({ ...input, attempt: row.attempt })}\n`);
}

function spawnGated(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv, directory: string): GatedProcess {
  const opened: number[] = [];
  const open = (name: string, flags: string): number => {
    const fd = openSync(join(directory, name), flags);
    opened.push(fd);
    return fd;
  };
  try {
    const stdin = open(JOB_FILES.input, 'r');
    const stdout = open(JOB_FILES.stdout, 'a');
    const stderr = open(JOB_FILES.stderr, 'a');
    return startGated({ argv, cwd, env }, { stdin, stdout, stderr });
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

/** The commit after which the workflow may have run; before it, starting again is safe. */
function store(bench: SupervisorBench, row: JobRecord, child: ProcessId): Promise<JobRecord | null> {
  const now = bench.now();
  const due = new Date(now.getTime() + bench.command.limits.wall_ms);
  const patch = {
    pid: child.pid,
    pid_started_at: child.started_at,
    started_at: now.toISOString(),
    due_at: due.toISOString(),
    reason: null,
    exit_code: null,
    signal: null,
    stop_confirmed: null,
  };
  return bench.store.write(async (tx) => {
    const current = await findJob(tx, row.run_id);
    const ours = current !== null && current.status === 'running' && current.attempt === row.attempt;
    if (!ours || !isSupervisedBy(current, bench.me)) return null;
    await updateJob(tx, row.run_id, patch);
    const event = {
      agent: 'pyskill',
      event: 'process_started',
      run_id: row.run_id,
      pid: child.pid,
      attempt: row.attempt,
    };
    await appendTrack(tx, row, event, now);
    return { ...current, ...patch };
  });
}

/** What kept a workflow from starting stands where its own complaints would. */
function complain(directory: string, text: string): void {
  try {
    appendFileSync(join(directory, JOB_FILES.stderr), text);
  } catch {
    // The folder is gone.
  }
}

/** Where supervisor and canceller leave notes for each other. */
export function mailbox(bench: SupervisorBench): string {
  return jobDirectory(bench.jobs_dir, bench.run_id);
}
