import { readFile } from 'node:fs/promises';
import { ImportError, tooLarge } from './import-error.js';
import { MAX_IMPORT_BYTES, parseJson } from './json-text.js';
import { regularFile } from './regular-file.js';

/** The value in an environment.json; not yet checked. */
export async function readEnvironmentFile(file: string): Promise<unknown> {
  const { size } = await regularFile(file);
  if (size > MAX_IMPORT_BYTES) throw new ImportError(file, tooLarge(MAX_IMPORT_BYTES));
  return parseJson(await readFile(file));
}
