import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RunDirectoryError } from './errors.js';

/**
 * Creates `run_YYYYMMDD_HHMMSS` (local time) under `runRoot`, with `_2`, `_3` … where that second is taken; returns its path. Throws
 * RunDirectoryError.
 */
export async function createRunDirectory(runRoot: string, now: Date): Promise<string> {
  try {
    return create(runRoot, now);
  } catch (cause) {
    throw new RunDirectoryError(runRoot, cause);
  }
}

function create(runRoot: string, now: Date): string {
  const name = `run_${stamp(now)}`;
  mkdirSync(runRoot, { recursive: true });
  for (let copy = 1; ; copy++) {
    const directory = join(runRoot, copy === 1 ? name : `${name}_${copy}`);
    try {
      mkdirSync(directory);
      return directory;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function stamp(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `${day}_${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}
