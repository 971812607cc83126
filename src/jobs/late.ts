import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { findJob, updateJob } from '../store/jobs.js';
import { appendTrack } from '../store/track.js';
import { attemptDirectory, JOB_FILES } from './files.js';
import { readStoredOutcome } from './outcome.js';
import type { JobBench } from './room.js';

/** Notes, once, that an attempt wrote a result after it had ended. Changes nothing else. True when this call noted it. */
export async function noteLate(bench: JobBench, run_id: string): Promise<boolean> {
  const row = await bench.store.read((tx) => findJob(tx, run_id));
  if (row === null || row.late_at !== null) return false;
  const late: number[] = [];
  const ended = row.finished_at === null ? row.attempt - 1 : row.attempt;
  for (let attempt = 1; attempt <= ended; attempt += 1) {
    if (await cameLate(attemptDirectory(bench.jobs_dir, run_id, attempt))) late.push(attempt);
  }
  if (late.length === 0) return false;
  const now = bench.now();
  return bench.store.write(async (tx) => {
    const current = await findJob(tx, run_id);
    if (current === null || current.late_at !== null) return false;
    await updateJob(tx, run_id, { late_at: now.toISOString() });
    const event = { agent: 'runtime', event: 'late_result', run_id, return: { attempts: late } };
    await appendTrack(tx, current, event, now);
    return true;
  });
}

async function cameLate(directory: string): Promise<boolean> {
  const outcome = await readStoredOutcome(directory);
  if (outcome === null) return false;
  try {
    const result = await lstat(join(directory, JOB_FILES.result));
    return !outcome.had_result || result.mtimeMs > Date.parse(outcome.ended_at) + 1;
  } catch {
    return false;
  }
}
