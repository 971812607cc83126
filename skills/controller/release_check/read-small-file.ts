import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { decodeText } from '../../kit/decode-text.js';

const MAX_BYTES = 32 * 1024 * 1024;

/** A regular file's text, or its first bytes; null where there is none. A pipe with such a name is not waited for. */
export function readSmallFile(path: string, maxBytes = MAX_BYTES): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return null;
    const buffer = Buffer.alloc(Math.min(stat.size, maxBytes));
    return decodeText(buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0)));
  } finally {
    closeSync(file);
  }
}
