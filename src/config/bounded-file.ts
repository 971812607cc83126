import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Said } from '../errors/said.js';

/** Why a file was not read. `line` is set where a place in it is to blame. */
export interface FileRefusal {
  reason: 'missing' | 'not-regular' | 'too-large' | 'link-loop' | 'unreadable' | 'binary' | 'not-utf8';
  /** Completes a sentence that begins with the file's name. */
  message: Said;
  line: number | null;
}

export interface Refused {
  ok: false;
  refusal: FileRefusal;
}

export type FileRead = { ok: true; text: string } | Refused;

/** Never waits: a FIFO opened without O_NONBLOCK would block until somebody writes. Windows has neither flag. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const refusal = (reason: FileRefusal['reason'], message: Said, line: number | null = null): Refused => ({
  ok: false,
  refusal: { reason, message, line },
});

/** Reads a regular UTF-8 text file of at most `limit` bytes; anything else is refused with the reason. A byte order mark is dropped. */
export function readBoundedText(path: string, limit: number): FileRead {
  const bytes = readBoundedBytes(path, limit);
  return bytes.ok ? decodeText(bytes.bytes) : bytes;
}

export type BytesRead = { ok: true; bytes: Buffer; whole: boolean } | Refused;

/** `cut: true` reads the first `limit` bytes of a longer file instead of refusing it. */
export function readBoundedBytes(path: string, limit: number, options: { cut?: boolean } = {}): BytesRead {
  let fd: number;
  try {
    if (path.includes('\0')) return refusal('missing', { en: 'has a NUL in its name', zh: '的名字中有 NUL 字符' });
    fd = openSync(path, OPEN_FLAGS);
  } catch (error) {
    return openRefusal(error);
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) {
      return refusal('not-regular', stat.isDirectory() ? FOLDER : NOT_REGULAR);
    }
    if (stat.size > limit && options.cut !== true) {
      const [most, found] = [describeBytes(limit), describeBytes(stat.size)];
      return refusal('too-large', { en: `is larger than ${most} (${found})`, zh: `超过 ${most}（实际 ${found}）` });
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
    return openRefusal(error);
  } finally {
    closeSync(fd);
  }
}

const FOLDER: Said = { en: 'is a folder, not a file', zh: '是目录，不是文件' };
const NOT_REGULAR: Said = { en: 'is not a regular file', zh: '不是普通文件' };
const BINARY: Said = { en: 'holds a NUL byte: it is not a text file', zh: '含有 NUL 字节，不是文本文件' };
const NOT_UTF8: Said = { en: 'is not UTF-8: save it in that encoding', zh: '不是 UTF-8 编码，请以 UTF-8 保存' };
const MISSING: Said = { en: 'does not exist', zh: '不存在' };
const LINK_LOOP: Said = { en: 'is a symbolic link that leads back to itself', zh: '是指回自身的符号链接' };

export function decodeText(bytes: Buffer): FileRead {
  const nul = bytes.indexOf(0);
  if (nul >= 0) return refusal('binary', BINARY, lineAt(bytes, nul));
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refusal('not-utf8', NOT_UTF8, firstBadLine(bytes));
  }
}

function openRefusal(error: unknown): Refused {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return refusal('missing', MISSING);
  if (code === 'ELOOP') return refusal('link-loop', LINK_LOOP);
  if (code === 'ENXIO') return refusal('not-regular', NOT_REGULAR);
  return refusal('unreadable', { en: `cannot be read (${code})`, zh: `无法读取（${code}）` });
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
