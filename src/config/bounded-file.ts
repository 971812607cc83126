import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Why a file was not read. `line` is set where a place in it is to blame. */
export interface FileRefusal {
  reason: 'missing' | 'not-regular' | 'too-large' | 'link-loop' | 'unreadable' | 'binary' | 'not-utf8';
  message: string;
  line: number | null;
}

export type FileRead = { ok: true; text: string } | { ok: false; refusal: FileRefusal };

/** Never waits: a FIFO opened without O_NONBLOCK would block until somebody writes. Windows has neither flag. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const refusal = (reason: FileRefusal['reason'], message: string, line: number | null = null): FileRead => ({
  ok: false,
  refusal: { reason, message, line },
});

/** Reads a regular UTF-8 text file of at most `limit` bytes; anything else is refused with the reason. A byte order mark is dropped. */
export function readBoundedText(path: string, limit: number): FileRead {
  const bytes = readBoundedBytes(path, limit);
  return bytes.ok ? decodeText(bytes.bytes) : bytes;
}

export type BytesRead = { ok: true; bytes: Buffer; whole: boolean } | { ok: false; refusal: FileRefusal };

/** `cut: true` reads the first `limit` bytes of a longer file instead of refusing it. */
export function readBoundedBytes(path: string, limit: number, options: { cut?: boolean } = {}): BytesRead {
  let fd: number;
  try {
    if (path.includes('\0'))
      return { ok: false, refusal: { reason: 'missing', message: 'has a NUL in its name', line: null } };
    fd = openSync(path, OPEN_FLAGS);
  } catch (error) {
    return { ok: false, refusal: openRefusal(error) };
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) {
      const what = stat.isDirectory() ? 'is a folder, not a file' : 'is not a regular file';
      return { ok: false, refusal: { reason: 'not-regular', message: what, line: null } };
    }
    if (stat.size > limit && options.cut !== true) {
      const message = `is larger than ${describeBytes(limit)} (${describeBytes(stat.size)})`;
      return { ok: false, refusal: { reason: 'too-large', message, line: null } };
    }
    const buffer = Buffer.allocUnsafe(Math.min(stat.size, limit) + 1);
    let filled = 0;
    while (filled < buffer.length) {
      const read = readSync(fd, buffer, filled, buffer.length - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    const wanted = Math.min(filled, limit);
    return { ok: true, bytes: buffer.subarray(0, wanted), whole: stat.size <= limit };
  } catch (error) {
    return { ok: false, refusal: openRefusal(error) };
  } finally {
    closeSync(fd);
  }
}

export function decodeText(bytes: Buffer): FileRead {
  const nul = bytes.indexOf(0);
  if (nul >= 0) return refusal('binary', 'holds a NUL byte: it is not a text file', lineAt(bytes, nul));
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refusal('not-utf8', 'is not UTF-8: save it in that encoding', firstBadLine(bytes));
  }
}

function openRefusal(error: unknown): FileRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { reason: 'missing', message: 'does not exist', line: null };
  if (code === 'ELOOP')
    return { reason: 'link-loop', message: 'is a symbolic link that leads back to itself', line: null };
  if (code === 'ENXIO') return { reason: 'not-regular', message: 'is not a regular file', line: null };
  return { reason: 'unreadable', message: `cannot be read (${code})`, line: null };
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1;
  return line;
}

/** The first line that does not decode. A line feed is never part of a longer UTF-8 sequence, so lines decode alone. */
function firstBadLine(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start <= bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    try {
      decoder.decode(bytes.subarray(start, end < 0 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end < 0) break;
    start = end + 1;
  }
  return line;
}

export function describeBytes(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes} bytes`;
}
