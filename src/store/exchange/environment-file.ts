import { readFile, stat } from 'node:fs/promises';
import { ImportError, tooLarge, UNREADABLE } from './import-error.js';
import { MAX_IMPORT_BYTES, parseJson } from './json-text.js';

/** The value in an environment.json; not yet checked. */
export async function readEnvironmentFile(file: string): Promise<unknown> {
  const { size } = await found(file);
  if (size > MAX_IMPORT_BYTES) throw new ImportError(file, tooLarge(MAX_IMPORT_BYTES));
  return parseJson(await readFile(file));
}

async function found(file: string): Promise<{ size: number }> {
  try {
    const stats = await stat(file);
    if (stats.isFile()) return stats;
  } catch (error) {
    throw new ImportError(file, UNREADABLE, { cause: error });
  }
  throw new ImportError(file, { en: 'it is not a file', zh: '它不是文件' });
}
