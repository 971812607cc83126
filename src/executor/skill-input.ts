import type { CatalogEntry } from '../jobs/room.js';
import type { Catalog } from '../skills/package.js';

const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 400;

/** What a skill is told is installed: what can be started, and what is text for a model. */
export function catalogEntries({ packages }: Catalog): CatalogEntry[] {
  return packages.slice(0, MOST_ENTRIES).map(({ name, kind, task_type, launch, source, description }) => ({
    name,
    kind: kind === 'controller' ? ('task_type' as const) : ('skill' as const),
    task_type,
    runs: launch !== null,
    source,
    description: description.slice(0, MOST_CHARACTERS),
  }));
}
