import { chmodSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hintFor } from '../config/hint.js';
import { ScaffoldRefusedError } from './errors.js';
import { isPackageName } from './fields.js';
import { isInside, resolveInside } from './inside.js';
import type { PackageKind } from './package.js';
import { RESERVED_NAMES } from './reserved-names.js';
import { type ScaffoldFile, scaffoldFiles } from './scaffold-files.js';
import { SCAFFOLD_KINDS, type ScaffoldKind } from './scaffold-kinds.js';

export interface ScaffoldRequest {
  /** The user's skills root; made if it is not there. */
  root: string;
  name: string;
  kind: ScaffoldKind;
}

export interface Scaffolded {
  dir: string;
  /** Absolute, in the order they were written. */
  files: string[];
}

const RESERVED = new Set([...RESERVED_NAMES, 'node_modules', '__pycache__', 'con', 'nul', 'aux', 'prn']);

/** Writes a package that works as it is: SKILL.md, examples in zh and en, a parameter, something to start. Throws ScaffoldRefusedError. */
export function scaffoldPackage({ root, name, kind }: ScaffoldRequest): Scaffolded {
  const folder = kind === 'pyskill' || kind === 'sync' ? 'executor' : 'controller';
  return writePackage(root, folder, name, scaffoldFiles(name, kind));
}

/** Throws ScaffoldRefusedError where the name cannot be a package's. */
export function checkPackageName(name: string): void {
  if (isPackageName(name) && !name.endsWith('.') && !RESERVED.has(name.toLowerCase())) return;
  const shown = JSON.stringify(name.slice(0, 80));
  const reserved = RESERVED_NAMES.join(', ');
  throw new ScaffoldRefusedError({
    en: `${shown} cannot be a package's name: letters, digits, "-", "_" and ".", at most 64, beginning with a letter or digit, and none of ${reserved}.`,
    zh: `${shown} 不能用作包名：只能用字母、数字、"-"、"_" 和 "."，最多 64 个，以字母或数字开头，且不能是 ${reserved}。`,
  });
}

/** Makes the folder of a package with its files: all of them, or nothing. Throws ScaffoldRefusedError. */
export function writePackage(
  root: string,
  folder: PackageKind,
  name: string,
  files: readonly ScaffoldFile[],
): Scaffolded {
  checkPackageName(name);
  mkdirSync(root, { recursive: true });
  const realRoot = realpathSync(root);
  const parent = join(realRoot, folder);
  mkdirSync(parent, { recursive: true });
  const dir = join(parent, name);
  if (!resolveInside(realRoot, parent).ok || !isInside(realRoot, dir)) {
    throw new ScaffoldRefusedError({
      en: `${parent} leads out of the skills folder ${realRoot}: nothing was written.`,
      zh: `${parent} 指向技能目录 ${realRoot} 之外：没有写入任何内容。`,
    });
  }
  try {
    mkdirSync(dir);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new ScaffoldRefusedError(
      {
        en: `${dir} already exists: choose another name, or remove it.`,
        zh: `${dir} 已存在：请换一个名字，或先删除它。`,
      },
      { cause },
    );
  }
  try {
    return { dir, files: files.map((file) => write(dir, file)) };
  } catch (cause) {
    rmSync(dir, { recursive: true, force: true });
    throw cause;
  }
}

function write(dir: string, { name, text, executable }: ScaffoldFile): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
  if (executable) chmodSync(path, 0o755);
  return path;
}

/** What `--kind` was given; throws ScaffoldRefusedError with the kinds there are. */
export function scaffoldKind(given: string): ScaffoldKind {
  const kind = SCAFFOLD_KINDS.find((known) => known === given);
  if (kind !== undefined) return kind;
  const hint = hintFor(given, SCAFFOLD_KINDS);
  const shown = JSON.stringify(given.slice(0, 40));
  throw new ScaffoldRefusedError({
    en: `there is no kind ${shown}. ${hint.en}`,
    zh: `没有 ${shown} 这一种。${hint.zh}`,
  });
}
