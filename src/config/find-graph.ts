import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The nearest `configs/graph.yaml` from `cwd` upwards, whatever it is: one that cannot be read is an error later, never skipped. */
export function findGraph(cwd: string): string | null {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const file = join(folder, 'configs', 'graph.yaml');
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return file;
    if (folder === dirname(folder)) return null;
  }
}
