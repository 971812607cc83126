import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as zlib from 'node:zlib';
import type { RuntimeEvent } from '../../events.js';
import { parsedOrNull } from '../json-fields.js';
import type { SessionLogMapper } from './session-log.js';
import { wholeFrames } from './zstd-frames.js';

/** Decodes one Zstandard frame. */
export type DecodeFrame = (frame: Buffer) => Buffer;

/** Node has had it since 22.15. Null: without it there is only the final text. */
export const NODE_DECODES: DecodeFrame | null =
  (zlib as { readonly zstdDecompressSync?: DecodeFrame }).zstdDecompressSync ?? null;

const LOOK_MS = 100;
const LOG = 'session.jsonl.zstd';
/** A log beyond this is not followed any more. */
const LARGEST_LOG = 256 * 1024 * 1024;

/**
 * Tells what is written to the one session below a private home, as it is written. What it returns reads the rest and ends it. A log that
 * cannot be read tells nothing: the final text is still there.
 */
export function followLog(
  home: string,
  mapper: SessionLogMapper,
  decode: DecodeFrame,
  emit: (event: RuntimeEvent) => void,
): () => Promise<void> {
  const over = new AbortController();
  const log = new LogReader(home, mapper, decode, emit);
  const looking = (async () => {
    while (!over.signal.aborted) {
      await log.look();
      await delay(LOOK_MS, null, { signal: over.signal }).catch(() => null);
    }
    await log.look();
  })();
  return () => {
    over.abort();
    return looking;
  };
}

class LogReader {
  #path: string | null = null;
  #offset = 0;
  #broken = false;
  readonly #home: string;
  readonly #mapper: SessionLogMapper;
  readonly #decode: DecodeFrame;
  readonly #emit: (event: RuntimeEvent) => void;

  constructor(home: string, mapper: SessionLogMapper, decode: DecodeFrame, emit: (event: RuntimeEvent) => void) {
    this.#home = home;
    this.#mapper = mapper;
    this.#decode = decode;
    this.#emit = emit;
  }

  async look(): Promise<void> {
    if (this.#broken) return;
    this.#path ??= await findLog(join(this.#home, 'sessions'));
    if (this.#path === null) return;
    try {
      const { frames, length } = wholeFrames(await readFrom(this.#path, this.#offset));
      this.#offset += length;
      for (const frame of frames) this.#tell(this.#decode(frame).toString('utf8'));
    } catch (error) {
      this.#broken = true;
      this.#emit({ type: 'status', status: 'log_unreadable', detail: (error as Error).message });
    }
  }

  #tell(text: string): void {
    for (const line of text.split('\n')) {
      const entry = line.trim() === '' ? null : parsedOrNull(line);
      if (entry === null) continue;
      for (const event of this.#mapper.entry(entry)) this.#emit(event);
    }
  }
}

/** `sessions/<folder of the work directory>/session-<id>/…`. */
async function findLog(root: string): Promise<string | null> {
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const name = names.find((one) => one.endsWith(LOG));
  return name === undefined ? null : join(root, name);
}

async function readFrom(path: string, offset: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > LARGEST_LOG) throw new Error(`the log has ${size} bytes`);
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
