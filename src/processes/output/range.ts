import { open } from 'node:fs/promises';
import { UsageError } from '../../errors/product-error.js';

/** Bytes from `start` up to, not including, `end`; null: up to the end of the file. */
export interface ByteRange {
  start: number;
  end: number | null;
}

const CHUNK_BYTES = 64 * 1024;

/** Reads `A:B`, `A:` or `:B`; a negative A counts from the end of the file and needs `size`. */
export function parseRange(text: string, size: number): ByteRange {
  const match = /^(-?\d+)?:(\d+)?$/.exec(text.trim());
  const start = Number(match?.[1] ?? 0);
  const end = match?.[2] === undefined ? null : Number(match[2]);
  if (match === null || !Number.isSafeInteger(start) || (end !== null && (!Number.isSafeInteger(end) || end < start))) {
    throw new UsageError({
      en: `--range ${text}: a range of bytes is A:B with A <= B, for example 0:4096, 4096: or -4096: for the last 4096.`,
      zh: `--range ${text}：字节范围写作 A:B（A <= B），例如 0:4096、4096:，或用 -4096: 表示最后 4096 个字节。`,
    });
  }
  return { start: start < 0 ? Math.max(0, size + start) : start, end };
}

/** The bytes of a range as they are on disk, in chunks: constant memory for any size. */
export async function* readRange(path: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    let at = range.start;
    for (;;) {
      const wanted = range.end === null ? CHUNK_BYTES : Math.min(CHUNK_BYTES, range.end - at);
      if (wanted <= 0) return;
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
