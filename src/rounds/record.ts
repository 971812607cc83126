import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '../environment/types.js';
import { createRunDirectory } from './run-directory.js';

export interface Recorded<Result extends { run_dir: string | null }> {
  readonly run_root: string;
  /** Null where logs are off. */
  readonly log_file: string | null;
  readonly environment: Environment;
  readonly result: Result;
  readonly now: Date;
}

/** Keeps a finished round as files for people and scripts: a run directory with environment.json and result.json, and a log line. */
export async function record<Result extends { run_dir: string | null }>({
  run_root,
  log_file,
  environment,
  result,
  now,
}: Recorded<Result>): Promise<Result> {
  const run_dir = await createRunDirectory(run_root, now);
  const complete = { ...result, run_dir };
  await Promise.all([
    writeFile(join(run_dir, 'environment.json'), `${JSON.stringify(environment, null, 2)}\n`),
    writeFile(join(run_dir, 'result.json'), `${JSON.stringify(complete, null, 2)}\n`),
    log_file === null ? null : appendLine(log_file, { at: now.toISOString(), ...complete }),
  ]);
  return complete;
}

async function appendLine(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(value)}\n`);
}
