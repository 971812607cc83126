import type { Catalog } from './package.js';

export interface CatalogRoots {
  bundled: string;
  /** Null, or a folder that need not exist. */
  user: string | null;
}

export interface CatalogOptions {
  /** True: any package with an error throws StrictSkillsError. */
  strict: boolean;
  /** Where what was read is kept; absent: everything is read anew. */
  cache_file?: string;
  /** Wall limit of process skills that name none. Default 180. */
  pyskill_timeout_sec?: number;
}

export async function readCatalog(_roots: CatalogRoots, _options: CatalogOptions): Promise<Catalog> {
  throw new Error('being written');
}
