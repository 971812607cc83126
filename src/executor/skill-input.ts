import type { CatalogEntry } from '../jobs/room.js';
import { isRunnable } from '../skills/is-runnable.js';
import type { Catalog } from '../skills/package.js';

const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 400;

/** What a skill is told is installed: what can be started, and what is text for a model. */
export function catalogEntries({ packages }: Catalog): CatalogEntry[] {
  return packages.slice(0, MOST_ENTRIES).map((pkg) => ({
    name: pkg.name,
    kind: pkg.kind === 'controller' ? ('task_type' as const) : ('skill' as const),
    task_type: pkg.task_type,
    runs: isRunnable(pkg),
    source: pkg.source,
    description: pkg.description.slice(0, MOST_CHARACTERS),
  }));
}
