import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseRange, readRange } from '../processes/output/range.js';
import { findJob } from '../store/jobs.js';
import { attemptDirectory, JOB_FILES, jobDirectory } from './files.js';
import { JobFilesGoneError, JobUnknownError } from './job-errors.js';
import type { JobBench, JobRoom } from './room.js';
import { isLive } from './status.js';
import { tend } from './tend.js';

export const LOG_STREAMS = ['stdout', 'stderr', 'events'] as const;
export type LogStream = (typeof LOG_STREAMS)[number];

export interface LogOptions {
  stream: LogStream;
  /** `A:B`, as typed; null: everything. */
  range: string | null;
  /** Stay until the job has ended. */
  follow: boolean;
}

const LOOK_EVERY_MS = 150;
const TEND_EVERY_MS = 2_000;

/**
 * Bytes of the newest attempt's output, as they are on disk. A file that is not there is empty; a folder that is not there was removed. Who follows also looks after the
 * job: one whose supervisor has died would never end.
 */
export async function* logs(
  room: JobRoom,
  run_id: string,
  options: LogOptions,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const row = await room.store.read((tx) => findJob(tx, run_id));
  if (row === null) throw new JobUnknownError(run_id);
  const folder = jobDirectory(room.jobs_dir, run_id);
  if (!isLive(row.status) && !existsSync(folder)) throw new JobFilesGoneError(run_id, folder);
  const path = join(attemptDirectory(room.jobs_dir, run_id, row.attempt), JOB_FILES[options.stream]);
  const range = parseRange(options.range ?? '0:', sizeOf(path));
  let at = range.start;
  let tendAt = 0;
  for (;;) {
    if (options.follow && performance.now() >= tendAt) {
      await tend(room, { run_id });
      tendAt = performance.now() + TEND_EVERY_MS;
    }
    // Asked before reading: what was written up to the end is then read.
    const live = options.follow && (await isStillLive(room, run_id, row.attempt));
    if (sizeOf(path) > at) {
      for await (const chunk of readRange(path, { start: at, end: range.end })) {
        if (signal?.aborted === true) return;
        yield chunk;
        at += chunk.length;
      }
    }
    if (!live || signal?.aborted === true || (range.end !== null && at >= range.end)) return;
    await delay(LOOK_EVERY_MS, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
}

async function isStillLive(room: JobBench, run_id: string, attempt: number): Promise<boolean> {
  const row = await room.store.read((tx) => findJob(tx, run_id));
  return row !== null && isLive(row.status) && row.attempt === attempt;
}

function sizeOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.size : 0;
}
