import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../environment/types.js';
import { RecordFailedError } from './errors.js';
import type { RoundResult } from './result.js';

export interface Recorded {
  readonly run_dir: string;
  /** Null where logs are off. */
  readonly log_file: string | null;
  readonly environment: Environment;
  readonly result: RoundResult;
  readonly now: Date;
}

/**
 * Keeps a finished round as files for people and scripts: environment.json and result.json in its run directory, and a log line.
 * Throws RecordFailedError; the round itself is stored by then.
 */
export async function record({ run_dir, log_file, environment, result, now }: Recorded): Promise<RoundResult> {
  try {
    writeFileSync(join(run_dir, 'environment.json'), `${JSON.stringify(environment, null, 2)}\n`);
    writeFileSync(join(run_dir, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
    if (log_file !== null) appendLine(log_file, { at: now.toISOString(), ...result });
  } catch (cause) {
    throw new RecordFailedError(result, cause);
  }
  return result;
}

function appendLine(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(value)}\n`);
}
