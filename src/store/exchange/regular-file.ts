import { stat } from 'node:fs/promises';
import { ImportError, UNREADABLE } from './import-error.js';

/** Makes sure that it can be read to an end without waiting. Throws ImportError. */
export async function regularFile(file: string): Promise<{ size: number }> {
  try {
    const stats = await stat(file);
    if (stats.isFile()) return stats;
  } catch (error) {
    throw new ImportError(file, UNREADABLE, { cause: error });
  }
  throw new ImportError(file, { en: 'it is not a regular file', zh: '它不是普通文件' });
}
