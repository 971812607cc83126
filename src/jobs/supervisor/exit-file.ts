import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_FILE, STARTED_FILE } from '../../processes/shim.js';

/** The workflow's exit code as the shim kept it; null while there is none, or half of one. */
export function readExitCode(directory: string): number | null {
  try {
    const text = readFileSync(join(directory, EXIT_FILE), 'utf8');
    return /^\d+\n$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

/** Whether the gate was passed: the workflow may have run. */
export function hasStarted(directory: string): boolean {
  return existsSync(join(directory, STARTED_FILE));
}
