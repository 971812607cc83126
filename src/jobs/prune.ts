import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findJob, prunable } from '../store/jobs.js';
import { JOB_FILES, jobDirectory } from './files.js';
import type { JobBench } from './room.js';

/**
 * Removes the folders of jobs that finished before `before` and were reported, and folders older than that which no row names
 * (their dispatcher died before it stored them). Rows stay.
 */
export async function pruneJobs(room: JobBench, before: Date): Promise<{ removed: string[] }> {
  const finished = await room.store.read((tx) => prunable(tx, before));
  const removed: string[] = [];
  for (const { run_id } of finished) {
    if (await remove(jobDirectory(room.jobs_dir, run_id))) removed.push(run_id);
  }
  for (const name of await foldersIn(room.jobs_dir)) {
    if (await isOrphan(room, name, before)) {
      if (await remove(jobDirectory(room.jobs_dir, name))) removed.push(name);
    }
  }
  return { removed };
}

async function foldersIn(jobs_dir: string): Promise<string[]> {
  const entries = await readdir(jobs_dir, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('job_')).map((entry) => entry.name);
}

async function isOrphan(room: JobBench, name: string, before: Date): Promise<boolean> {
  const input = await stat(join(room.jobs_dir, name, JOB_FILES.input)).catch(() => null);
  if (input === null || input.mtime >= before) return false;
  return (await room.store.read((tx) => findJob(tx, name))) === null;
}

async function remove(directory: string): Promise<boolean> {
  const present = await stat(directory).catch(() => null);
  if (present === null) return false;
  await rm(directory, { recursive: true, force: true });
  return true;
}
