import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readBoundedBytes } from '../config/bounded-file.js';
import type { Said } from '../errors/said.js';
import { resolveInside } from './inside.js';
import type { ManifestEntry } from './package.js';
import { error, type Report, warning } from './report.js';

const MAX_ENTRIES = 2000;
const MAX_DEPTH = 12;
/** What is hashed by content, in sum; beyond it a file counts by size and time. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024;
const LEFT_OUT = new Set(['node_modules', '__pycache__']);

export interface ScannedFiles {
  /** Every file, folder and link that was looked at. */
  manifest: ManifestEntry[];
  /** Hash of the contents, by relative name. */
  version: string;
}

/** Walks a package's files. Dotfiles, node_modules and __pycache__ are no part of it; a link out of the root is never followed. */
export function scanFiles(root: string, dir: string, report: Report): ScannedFiles {
  const manifest: ManifestEntry[] = [];
  const hash = createHash('sha256');
  let budget = MAX_HASHED_BYTES;
  let crowded = false;

  const addFile = (path: string, stat: Stats): void => {
    const whole = stat.size <= budget ? readBoundedBytes(path, stat.size) : null;
    if (whole?.ok) {
      hash.update(whole.bytes);
      budget -= whole.bytes.length;
    } else hash.update(`${stat.size} ${stat.mtimeMs}`);
  };

  const addLink = (path: string, name: string): void => {
    hash.update(readlinkSync(path));
    const target = resolveInside(root, path);
    if (!target.ok) {
      manifest.push(neverFresh(path));
      const why = WHY[target.reason];
      const message = {
        en: `${name} is a link that ${why.en}; it is not followed.`,
        zh: `${name} 是${why.zh}的链接，不予跟随。`,
      };
      const fix = { en: 'Copy the file into the package.', zh: '请把文件复制到包里。' };
      report(warning(1, `link-${target.reason}`, message, fix));
    } else if (target.stat.isFile()) {
      manifest.push(manifestEntry(target.path, target.stat));
      addFile(target.path, target.stat);
    }
  };

  const addFolder = (folder: string, depth: number): void => {
    manifest.push(manifestEntry(folder, lstatSync(folder)));
    for (const name of namesIn(folder, report)) {
      if (name.startsWith('.') || LEFT_OUT.has(name)) continue;
      if (manifest.length >= MAX_ENTRIES || depth > MAX_DEPTH) {
        crowded = true;
        return;
      }
      const path = join(folder, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) continue;
      const shown = relative(dir, path).split(sep).join('/');
      hash.update(`\0${shown}\0`);
      if (stat.isDirectory()) addFolder(path, depth + 1);
      else {
        manifest.push(manifestEntry(path, stat));
        if (stat.isSymbolicLink()) addLink(path, shown);
        else if (stat.isFile()) addFile(path, stat);
        else report(warning(1, 'not-regular', neither(shown)));
      }
    }
  };

  addFolder(dir, 0);
  if (crowded) {
    const message = {
      en: `more than ${MAX_ENTRIES} files, or deeper than ${MAX_DEPTH} folders: changes to the rest are not noticed.`,
      zh: `文件超过 ${MAX_ENTRIES} 个，或目录超过 ${MAX_DEPTH} 层：其余部分的变动不会被发现。`,
    };
    const fix = { en: 'Keep data elsewhere and name it in a parameter.', zh: '请把数据放到别处，用参数指明。' };
    report(warning(1, 'package-large', message, fix));
  }
  return { manifest, version: hash.digest('hex').slice(0, 32) };
}

const WHY = {
  outside: { en: 'leads out of the skills folder', zh: '指向技能目录之外' },
  missing: { en: 'leads nowhere', zh: '目标不存在' },
  'link-loop': { en: 'leads back to itself', zh: '指回自身' },
  unreadable: { en: 'cannot be followed', zh: '无法跟随' },
};

function neither(name: string): Said {
  return {
    en: `${name} is neither a file nor a folder; it is left alone.`,
    zh: `${name} 既不是文件也不是目录，不予理会。`,
  };
}

function namesIn(folder: string, report: Report): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    report(
      error(1, 'unreadable', { en: `${folder} cannot be read (${code}).`, zh: `${folder} 无法读取（${code}）。` }),
    );
    return [];
  }
}

/** What was found may be otherwise at any time though no file here changes, such as what a link that cannot be followed leads to. */
export function neverFresh(path: string): ManifestEntry {
  return { path, size: -1, mtime_ms: 0, ctime_ms: 0 };
}

export function manifestEntry(path: string, stat: Stats): ManifestEntry {
  return { path, size: stat.size, mtime_ms: stat.mtimeMs, ctime_ms: stat.ctimeMs };
}
