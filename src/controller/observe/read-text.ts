import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { decodeText } from '../../processes/output/decode.js';
import { ObserveRefusedError, within } from './within.js';

/** Bytes; the rest is counted, not read. */
const MAX_BYTES = 64 * 1024;

/** The beginning of a regular file as text. A FIFO, a device or a folder is refused, so that reading never hangs. */
export async function readText(path: string, roots: readonly string[]): Promise<string> {
  const handle = await open(within(path, roots), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile())
      throw new ObserveRefusedError({ en: `${path} is not a regular file.`, zh: `${path} 不是普通文件。` });
    const buffer = Buffer.alloc(Math.min(stats.size, MAX_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const text = decodeText(buffer.subarray(0, bytesRead));
    return stats.size > bytesRead ? `${text}\n[${stats.size - bytesRead} of ${stats.size} bytes left out]` : text;
  } finally {
    await handle.close();
  }
}
