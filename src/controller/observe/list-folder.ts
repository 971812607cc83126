import { readdir } from 'node:fs/promises';
import { ObserveRefusedError, within } from './within.js';

const MAX_ENTRIES = 200;

/** The names in a folder, folders with a final slash, in the order of names. */
export async function listFolder(path: string, roots: readonly string[]): Promise<string> {
  const entries = await readdir(within(path, roots), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error;
    throw new ObserveRefusedError({ en: `${path} is not a folder.`, zh: `${path} 不是目录。` });
  });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  const shown = names.slice(0, MAX_ENTRIES);
  return names.length > shown.length ? `${shown.join('\n')}\n[${names.length - shown.length} more]` : shown.join('\n');
}
