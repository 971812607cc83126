import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_FILE, SHIM_NAME, STARTED_FILE } from '../../processes/shim.js';
import { JOB_FILES } from '../files.js';

/** The workflow's exit code as the shim kept it; null while there is none, or half of one. */
export function readExitCode(directory: string): number | null {
  try {
    const text = readFileSync(join(directory, EXIT_FILE), 'utf8');
    return /^\d+\n$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

/** Whether the workflow had ended by then. */
export function exitedBefore(directory: string, time: string): boolean {
  const exit = statSync(join(directory, EXIT_FILE), { throwIfNoEntry: false });
  return exit !== undefined && readExitCode(directory) !== null && exit.mtimeMs < Date.parse(time);
}

/** Whether the gate was passed: the workflow may have run. */
export function hasStarted(directory: string): boolean {
  return existsSync(join(directory, STARTED_FILE));
}

/** 126 and 127 are also what a workflow may end with; only where the shim itself complained, and nothing else was said, did it not run. */
export function shimCouldNotStartIt(directory: string, code: number): boolean {
  if (code !== 126 && code !== 127) return false;
  const stdout = statSync(join(directory, JOB_FILES.stdout), { throwIfNoEntry: false });
  const stderr = statSync(join(directory, JOB_FILES.stderr), { throwIfNoEntry: false });
  if (stdout?.size !== 0 || stderr === undefined || stderr.size > COMPLAINT_BYTES) return false;
  const lines = readFileSync(join(directory, JOB_FILES.stderr), 'utf8').trimEnd().split('\n');
  return lines.length === 1 && lines[0]?.startsWith(`${SHIM_NAME}: `) === true;
}

const COMPLAINT_BYTES = 8_192;
