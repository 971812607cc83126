import { assemble } from './assemble.js';
import type { Attempt } from './attempt.js';
import { type CachedFolder, isFresh, openCache, writeCache } from './catalog-cache.js';
import { StrictSkillsError } from './errors.js';
import type { Catalog } from './package.js';
import { type CatalogRoots, packageFolders } from './package-folders.js';
import { patternTime } from './pattern-time.js';
import { readFolder } from './read-folder.js';

export type { CatalogRoots } from './package-folders.js';

export interface CatalogOptions {
  /** True: any package with an error throws StrictSkillsError. */
  strict: boolean;
  /** Where what was read is kept; absent: everything is read anew. */
  cache_file?: string;
  /** What the same reader found before: then the cache file is not even opened. Filled by each reading. */
  memory?: CatalogMemory;
  /** How the trial of a pattern is done and stopped. Default: here. */
  attempt?: Attempt;
  /** Wall limit of process skills that name none. Default 180. */
  pyskill_timeout_sec?: number;
}

export interface CatalogMemory {
  folders: ReadonlyMap<string, CachedFolder> | null;
}

/**
 * Every package under both roots. Nothing of a package is executed. With a warm cache files are only looked at (stat); a new or
 * changed folder is read alone, and only then is the YAML parser loaded.
 */
export async function readCatalog(roots: CatalogRoots, options: CatalogOptions): Promise<Catalog> {
  const { cache_file, memory, pyskill_timeout_sec = 180 } = options;
  const key = { pyskill_timeout_sec };
  const kept = () => (cache_file === undefined ? new Map<string, CachedFolder>() : openCache(cache_file, key));
  const cached = memory?.folders ?? kept();
  const { folders, diagnostics } = packageFolders(roots);
  const reads: CachedFolder[] = [];
  const pattern_time = patternTime(options.attempt);
  let changed = cached.size !== folders.length;
  for (const folder of folders) {
    const known = cached.get(folder.listed);
    if (known !== undefined && known.read.source === folder.source && isFresh(known)) {
      reads.push(known);
      continue;
    }
    changed = true;
    reads.push({
      read_at: Date.now(),
      read: await readFolder({
        ...folder,
        pyskill_timeout_sec,
        pattern_time: folder.source === 'bundled' ? patternTime(options.attempt) : pattern_time,
      }),
    });
  }
  if (cache_file !== undefined && changed) writeCache(cache_file, key, reads);
  if (memory !== undefined) memory.folders = new Map(reads.map((each) => [each.read.listed, each]));
  const catalog = assemble(reads.map(({ read }) => read));
  const all = { ...catalog, diagnostics: [...diagnostics, ...catalog.diagnostics] };
  const errors = all.diagnostics.filter(({ severity }) => severity === 'error');
  if (options.strict && errors.length > 0) throw new StrictSkillsError(errors);
  return all;
}
