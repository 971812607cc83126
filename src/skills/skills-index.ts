import type { Catalog } from './package.js';

/** One line a package, in the catalog's stable order: what the controller is told it can route to. */
export function skillsIndex(_catalog: Catalog): string {
  throw new Error('being written');
}
