import { accessSync, constants, mkdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { networkMount } from './mounts.js';
import {
  StoreCorruptError,
  StoreMissingError,
  StoreOnNetworkError,
  StorePathError,
  StoreReadOnlyError,
} from './store-errors.js';

export function readMounts(): string {
  return process.platform === 'linux' ? readFileSync('/proc/mounts', 'utf8') : '';
}

/**
 * Makes sure `file` can be a store: a file or nothing yet, on a local disk, writable. Creates its folder when `create` is set.
 * The file is never opened here: closing it would drop the locks another connection of this process holds on it.
 */
export function checkLocation(file: string, options: { create: boolean; mounts: () => string }): void {
  const found = lookAt(file);
  if (found === undefined && !options.create) throw new StoreMissingError(file);
  if (found !== undefined && !found.isFile()) {
    const what = found.isDirectory()
      ? { en: 'it is a directory', zh: '它是一个目录' }
      : { en: 'it is not a plain file', zh: '它不是普通文件' };
    throw new StorePathError(file, what);
  }
  const folder = dirname(file);
  if (found === undefined) makeFolder(file, folder);
  const mount = networkMount(realpathSync(folder), options.mounts());
  if (mount !== null) throw new StoreOnNetworkError(file, mount);
  requireWritable(folder);
  if (found !== undefined) requireWritable(file);
}

/**
 * The database itself notices missing pages, but not a page that is cut: it would read zeros. A log that still holds changes may leave
 * the file as it is.
 */
export function requireWholePages(file: string, page_size: number): void {
  const logged = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (logged === 0 && size % page_size !== 0)
    throw new StoreCorruptError(file, { en: 'its last page is cut off', zh: '最后一页不完整' });
}

function lookAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const what = { en: `it cannot be looked at (${code})`, zh: `无法查看它（${code}）` };
    throw new StorePathError(file, what, { cause: error });
  }
}

function makeFolder(file: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new StoreReadOnlyError(folder, { cause: error });
    const what = { en: `its folder cannot be made (${code})`, zh: `无法创建它所在的目录（${code}）` };
    throw new StorePathError(file, what, { cause: error });
  }
}

function requireWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StoreReadOnlyError(path, { cause: error });
  }
}
