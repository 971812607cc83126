import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UsageError } from '../../src/errors/product-error.js';
import { verbatim } from '../../src/errors/said.js';

export const OUT_OF_SCOPE = 'oos';

export interface Example {
  readonly text: string;
  readonly label: string;
}

export interface Dataset {
  readonly file: string;
  readonly sha256: string;
  readonly examples: readonly Example[];
}

/** One `{text, label}` a line. */
export function readDataset(file: string): Dataset {
  const bytes = readBytes(file);
  const examples = bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [parseExample(line, `${file}:${at + 1}`)]));
  return { file, sha256: createHash('sha256').update(bytes).digest('hex'), examples };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError(verbatim(`${file}: ${(cause as Error).message}`), { cause });
  }
}

function parseExample(line: string, place: string): Example {
  try {
    const { text, label } = JSON.parse(line) as Record<string, unknown>;
    if (typeof text === 'string' && typeof label === 'string') return { text, label };
  } catch {
    // Said below.
  }
  throw new UsageError(verbatim(`${place}: expected {"text": "…", "label": "…"}`));
}
