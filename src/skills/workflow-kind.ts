import { accessSync, constants, statSync } from 'node:fs';
import { extname } from 'node:path';
import { readBoundedBytes } from '../config/bounded-file.js';

const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  '.mjs': [process.execPath],
  '.js': [process.execPath],
  '.py': ['python3'],
  '.sh': ['sh'],
};

/** How a workflow's file is started, interpreter first; null: it is of no kind that can be. */
export function commandFor(file: string): string[] | null {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  if (startsByItself(file)) return [file];
  const interpreter = INTERPRETERS[extname(file).toLowerCase()];
  return interpreter === undefined ? null : [...interpreter, file];
}

/**
 * Executable, and of a format the system runs. A text without `#!` counts as executable on some file systems, and a shell would
 * then read it as its own, whatever its language.
 */
function startsByItself(file: string): boolean {
  if (process.platform === 'win32') return extname(file).toLowerCase() === '.exe';
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  const head = readBoundedBytes(file, 4, { cut: true });
  if (!head.ok) return false;
  const magic = head.bytes.toString('latin1');
  return magic.startsWith('#!') || magic === '\x7fELF' || /^(?:\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)$/.test(magic);
}
