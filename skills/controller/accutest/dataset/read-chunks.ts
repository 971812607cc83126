import { open } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1024;

/** The bytes of a file, in chunks that are used before the next is asked for: there is one buffer. Closed when the reader stops. */
export async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
