import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from './project-folder.js';

const MAX_FILES = 500;

/** The test files of a part of a project: itself if it is a file, else those below it, in a stable order. */
export function testFiles(folder: string, part: string): string[] {
  if (!isFolder(join(folder, part))) return [part];
  const found: string[] = [];
  const queue = [part];
  for (let next = queue.shift(); next !== undefined && found.length < MAX_FILES; next = queue.shift()) {
    const entries = readdirSync(join(folder, next), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name !== 'node_modules' && queue.length < MAX_FILES) {
        queue.push(`${next}/${entry.name}`);
      } else if (entry.isFile() && /(?:^test|[.\-_]test)\.[cm]?[jt]s$/.test(entry.name)) {
        found.push(`${next}/${entry.name}`);
      }
    }
  }
  return found;
}
