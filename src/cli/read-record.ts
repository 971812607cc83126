import { resolve } from 'node:path';
import { readBoundedText } from '../config/bounded-file.js';
import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { jsonFault } from '../store/exchange/json-fault.js';
import { readInput } from './read-input.js';

/** A file of one channel or agent that cannot be read as JSON. What stands in it is never said: it may be a secret. */
export class RecordFileError extends UsageError {
  override readonly code = 'RECORD_FILE';

  constructor(file: string, problem: Said) {
    super({
      en: `${file} ${problem.en}. Nothing was stored.`,
      zh: `${file} ${problem.zh}。没有存储任何内容。`,
    });
  }
}

const MAX_BYTES = 1024 * 1024;

/** The JSON in a file; `-` is stdin. Throws RecordFileError. */
export async function readRecordFile(file: string): Promise<unknown> {
  const text = file === '-' ? await fromStdin() : fromFile(file);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    const before = text.slice(0, jsonFault(text) ?? 0).split('\n');
    const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    throw new RecordFileError(file, { en: `is no JSON, at line ${place}`, zh: `不是 JSON，位置 ${place}` });
  }
}

function fromFile(file: string): string {
  const read = readBoundedText(resolve(file), MAX_BYTES);
  if (read.ok) return read.text;
  throw new RecordFileError(file, read.refusal.message);
}

async function fromStdin(): Promise<string> {
  return await readInput(
    process.stdin,
    (bytes) => new RecordFileError('-', { en: `is more than ${bytes} bytes long`, zh: `超过 ${bytes} 字节` }),
  );
}
