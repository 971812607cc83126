import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pruneJobs } from '../jobs/prune.js';
import type { JobRoom } from '../jobs/room.js';

export interface Pruned {
  /** run_ids whose files were removed. */
  jobs: string[];
  /** Names of run directories removed. */
  runs: string[];
}

/** Removes job files that are finished and reported, and run directories, older than `before`. Rows stay. */
export async function prune(room: JobRoom, run_root: string, before: Date): Promise<Pruned> {
  const { removed } = await pruneJobs(room, before);
  return { jobs: removed, runs: await pruneRuns(run_root, before) };
}

async function pruneRuns(run_root: string, before: Date): Promise<string[]> {
  const entries = await readdir(run_root, { withFileTypes: true }).catch(() => []);
  const removed: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^run_\d{8}_\d{6}(_\d+)?$/.test(entry.name)) continue;
    const path = join(run_root, entry.name);
    if ((await stat(path)).mtime >= before) continue;
    await rm(path, { recursive: true, force: true });
    removed.push(entry.name);
  }
  return removed;
}
