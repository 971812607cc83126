import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names inside a job's folder. */
export const JOB_FILES = {
  command: 'command.json',
  input: 'input.json',
  stdout: 'stdout',
  stderr: 'stderr',
  events: 'events.jsonl',
  result: 'result.json',
  /** How an attempt ended, as decided then; nothing that comes later changes it. */
  outcome: 'outcome.json',
  supervisorLog: 'supervisor.log',
  /** Touched to make the supervisor look at once. */
  cancel: 'cancel',
  wake: 'wake',
} as const;

/** The job's folder: what is common to its attempts, and the first attempt. */
export function jobDirectory(jobs_dir: string, run_id: string): string {
  return join(jobs_dir, run_id);
}

/** An attempt's own folder: what a superseded attempt still writes cannot touch the next one. */
export function attemptDirectory(jobs_dir: string, run_id: string, attempt: number): string {
  const directory = jobDirectory(jobs_dir, run_id);
  return attempt === 1 ? directory : join(directory, `attempt-${attempt}`);
}

/** Puts a file in place whole: a reader sees the old one, the new one, or none. Where that fails nothing is left of it. */
export function writeWhole(path: string, content: string): void {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
