import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from './assemble.js';
import { type CachedFolder, isFresh, openCache, writeCache } from './catalog-cache.js';
import { StrictSkillsError } from './errors.js';
import { resolveInside } from './inside.js';
import {
  type Catalog,
  PACKAGE_KINDS,
  type PackageDiagnostic,
  type PackageKind,
  type PackageSource,
} from './package.js';

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

/**
 * Every package under both roots. Nothing of a package is executed. With a warm cache files are only looked at (stat); a new or
 * changed folder is read alone, and only then is the YAML parser loaded.
 */
export async function readCatalog(roots: CatalogRoots, options: CatalogOptions): Promise<Catalog> {
  const { cache_file, pyskill_timeout_sec = 180 } = options;
  const key = { pyskill_timeout_sec };
  const cached = cache_file === undefined ? new Map<string, CachedFolder>() : openCache(cache_file, key);
  const { places, diagnostics } = placesIn(roots);
  const folders: CachedFolder[] = [];
  let changed = cached.size !== places.length;
  for (const place of places) {
    const known = cached.get(place.listed);
    if (known !== undefined && known.read.source === place.source && isFresh(known)) {
      folders.push(known);
      continue;
    }
    changed = true;
    const { readFolder } = await import('./read-folder.js');
    folders.push({ read_at: Date.now(), read: await readFolder({ ...place, pyskill_timeout_sec }) });
  }
  if (cache_file !== undefined && changed) writeCache(cache_file, key, folders);
  const catalog = assemble(folders.map(({ read }) => read));
  const all = { ...catalog, diagnostics: [...diagnostics, ...catalog.diagnostics] };
  const errors = all.diagnostics.filter(({ severity }) => severity === 'error');
  if (options.strict && errors.length > 0) throw new StrictSkillsError(errors);
  return all;
}

interface Place {
  root: string;
  source: PackageSource;
  kind: PackageKind;
  folder: string;
  listed: string;
}

const NOT_PACKAGES = new Set(['node_modules', '__pycache__']);

function placesIn(roots: CatalogRoots): { places: Place[]; diagnostics: PackageDiagnostic[] } {
  const diagnostics: PackageDiagnostic[] = [];
  const bundled = realFolder(roots.bundled, diagnostics);
  const user = roots.user === null ? null : realFolder(roots.user, diagnostics);
  const both = [
    { source: 'bundled' as const, root: bundled },
    { source: 'user' as const, root: user === bundled ? null : user },
  ];
  const places = both.flatMap(({ source, root }) =>
    root === null
      ? []
      : PACKAGE_KINDS.flatMap((kind) =>
          foldersIn(root, kind, diagnostics).map((folder) => ({
            root,
            source,
            kind,
            folder,
            listed: join(root, kind, folder),
          })),
        ),
  );
  return { places, diagnostics };
}

function realFolder(path: string, diagnostics: PackageDiagnostic[]): string | null {
  try {
    return realpathSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT') diagnostics.push(rootProblem(path, `the skills folder cannot be read (${code}).`));
    return null;
  }
}

function foldersIn(root: string, kind: PackageKind, diagnostics: PackageDiagnostic[]): string[] {
  const path = join(root, kind);
  const folder = resolveInside(root, path);
  if (!folder.ok) {
    if (folder.reason !== 'missing')
      diagnostics.push(rootProblem(path, 'the folder leads out of the skills folder, or cannot be read.'));
    return [];
  }
  if (!folder.stat.isDirectory()) return [];
  return readdirSync(path)
    .filter((name) => !name.startsWith('.') && !NOT_PACKAGES.has(name))
    .filter((name) => {
      const stat = lstatSync(join(path, name), { throwIfNoEntry: false });
      return stat?.isDirectory() === true || stat?.isSymbolicLink() === true;
    })
    .sort();
}

function rootProblem(file: string, message: string): PackageDiagnostic {
  return {
    file,
    line: 1,
    severity: 'error',
    code: 'root-unreadable',
    message,
    fix: 'Name another one in paths.skills_root.',
  };
}
