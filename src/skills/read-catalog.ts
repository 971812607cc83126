import { assemble } from './assemble.js';
import { type CachedFolder, isFresh, openCache, writeCache } from './catalog-cache.js';
import { StrictSkillsError } from './errors.js';
import type { Catalog } from './package.js';
import { type CatalogRoots, packageFolders } from './package-folders.js';

export type { CatalogRoots } from './package-folders.js';

export interface CatalogOptions {
  /** True: any package with an error throws StrictSkillsError. */
  strict: boolean;
  /** Where what was read is kept; absent: everything is read anew. */
  cache_file?: string;
  /** Wall limit of process skills that name none. Default 180. */
  pyskill_timeout_sec?: number;
}

/**
 * Every package under both roots. Nothing of a package is executed. With a warm cache files are only looked at (stat); a new or
 * changed folder is read alone, and only then is the YAML parser loaded.
 */
export async function readCatalog(roots: CatalogRoots, options: CatalogOptions): Promise<Catalog> {
  const { cache_file, pyskill_timeout_sec = 180 } = options;
  const key = { pyskill_timeout_sec };
  const cached = cache_file === undefined ? new Map<string, CachedFolder>() : openCache(cache_file, key);
  const { folders, diagnostics } = packageFolders(roots);
  const reads: CachedFolder[] = [];
  let changed = cached.size !== folders.length;
  for (const folder of folders) {
    const known = cached.get(folder.listed);
    if (known !== undefined && known.read.source === folder.source && isFresh(known)) {
      reads.push(known);
      continue;
    }
    changed = true;
    const { readFolder } = await import('./read-folder.js');
    reads.push({ read_at: Date.now(), read: await readFolder({ ...folder, pyskill_timeout_sec }) });
  }
  if (cache_file !== undefined && changed) writeCache(cache_file, key, reads);
  const catalog = assemble(reads.map(({ read }) => read));
  const all = { ...catalog, diagnostics: [...diagnostics, ...catalog.diagnostics] };
  const errors = all.diagnostics.filter(({ severity }) => severity === 'error');
  if (options.strict && errors.length > 0) throw new StrictSkillsError(errors);
  return all;
}
