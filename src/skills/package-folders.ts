import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Said } from '../errors/said.js';
import { resolveInside } from './inside.js';
import { PACKAGE_KINDS, type PackageDiagnostic, type PackageKind, type PackageSource } from './package.js';
import { error } from './report.js';

export interface CatalogRoots {
  bundled: string;
  /** Null, or a folder that need not exist. */
  user: string | null;
}

export interface PackageFolder {
  /** The skills root, resolved. */
  root: string;
  source: PackageSource;
  kind: PackageKind;
  folder: string;
  /** Absolute. */
  listed: string;
}

const NOT_PACKAGES = new Set(['node_modules', '__pycache__']);

/** The folders under `<root>/controller` and `<root>/executor`, bundled first, in the order of names. None is opened. */
export function packageFolders(roots: CatalogRoots): { folders: PackageFolder[]; diagnostics: PackageDiagnostic[] } {
  const diagnostics: PackageDiagnostic[] = [];
  const bundled = realFolder(roots.bundled, diagnostics);
  const user = roots.user === null ? null : realFolder(roots.user, diagnostics);
  const both = [
    { source: 'bundled' as const, root: bundled },
    { source: 'user' as const, root: user === bundled ? null : user },
  ];
  const folders = both.flatMap(({ source, root }) => (root === null ? [] : foldersOf(root, source, diagnostics)));
  return { folders, diagnostics };
}

function foldersOf(root: string, source: PackageSource, diagnostics: PackageDiagnostic[]): PackageFolder[] {
  return PACKAGE_KINDS.flatMap((kind) =>
    namesIn(root, kind, diagnostics).map((folder) => ({
      root,
      source,
      kind,
      folder,
      listed: join(root, kind, folder),
    })),
  );
}

function realFolder(path: string, diagnostics: PackageDiagnostic[]): string | null {
  try {
    return realpathSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT') {
      const message = { en: `the skills folder cannot be read (${code}).`, zh: `技能目录无法读取（${code}）。` };
      diagnostics.push(rootProblem(path, message));
    }
    return null;
  }
}

function namesIn(root: string, kind: PackageKind, diagnostics: PackageDiagnostic[]): string[] {
  const path = join(root, kind);
  const folder = resolveInside(root, path);
  if (!folder.ok) {
    if (folder.reason !== 'missing') {
      const message = {
        en: 'the folder leads out of the skills folder, or cannot be read.',
        zh: '这个目录指向技能目录之外，或无法读取。',
      };
      diagnostics.push(rootProblem(path, message));
    }
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

function rootProblem(file: string, message: Said): PackageDiagnostic {
  const fix = { en: 'Name another one in paths.skills_root.', zh: '请在 paths.skills_root 中指定别的目录。' };
  return { file, ...error(1, 'root-unreadable', message, fix) };
}
