import { type FileHandle, open } from 'node:fs/promises';
import type { Round } from '../../environment/types.js';
import { atLine, ImportError, tooLarge, UNREADABLE } from './import-error.js';
import { MAX_IMPORT_BYTES, parseJson } from './json-text.js';
import { regularFile } from './regular-file.js';

const CHUNK_BYTES = 64 * 1024;

/** The lines of an environment_archive.jsonl, each with its newline. */
export async function* archiveLines(rounds: AsyncIterable<Round>): AsyncGenerator<string> {
  for await (const round of rounds) yield `${JSON.stringify(round)}\n`;
}

/** The values of an environment_archive.jsonl, one a line; blank lines are passed over. Faults name the line. */
export async function* readArchive(file: string): AsyncGenerator<unknown> {
  let line = 1;
  for await (const bytes of linesOf(file)) {
    if (bytes.some((byte) => byte > 0x20)) yield parseJson(bytes, line);
    line += 1;
  }
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let held = 0;
  let line = 1;
  for await (const chunk of chunksOf(file)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      held = 0;
      line += 1;
      start = end + 1;
    }
    held += chunk.length - start;
    if (held > MAX_IMPORT_BYTES) throw new ImportError(atLine(line), tooLarge(MAX_IMPORT_BYTES));
    parts.push(chunk.subarray(start));
  }
  yield Buffer.concat(parts);
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const handle = await opened(file);
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function opened(file: string): Promise<FileHandle> {
  await regularFile(file);
  try {
    return await open(file);
  } catch (error) {
    throw new ImportError(file, UNREADABLE, { cause: error });
  }
}
