import { readFile, stat } from 'node:fs/promises';
import { ImportError } from './import-error.js';
import { MAX_IMPORT_BYTES, parseJson } from './json-text.js';

/** The value in an environment.json; not yet checked. */
export async function readEnvironmentFile(file: string): Promise<unknown> {
  const { size } = await found(file);
  if (size > MAX_IMPORT_BYTES) throw new ImportError(file, `it is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB`);
  return parseJson(await readFile(file));
}

async function found(file: string): Promise<{ size: number }> {
  try {
    const stats = await stat(file);
    if (stats.isFile()) return stats;
  } catch (error) {
    throw new ImportError(file, 'it cannot be read', { cause: error });
  }
  throw new ImportError(file, 'it is not a file');
}
