import { ImportError } from './import-error.js';
import { jsonFault } from './json-fault.js';

/** Larger files are refused: an environment.json holds unfolded rounds only. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/** The JSON value in `bytes`. Faults are named by line and column, counted from 1; `firstLine` is the number of the first one. */
export function parseJson(bytes: Uint8Array, firstLine = 1): unknown {
  if (bytes.byteLength > MAX_IMPORT_BYTES) {
    throw new ImportError(`line ${firstLine}`, `it is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB`);
  }
  const text = decoded(bytes, firstLine);
  try {
    return JSON.parse(text);
  } catch (error) {
    const offset = jsonFault(text) ?? 0;
    const before = text.slice(0, offset).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    const seen = offset >= text.length ? 'the text ends too early' : `unexpected ${JSON.stringify(text[offset])}`;
    throw new ImportError(`line ${firstLine + before.length - 1}, column ${column}`, `not JSON: ${seen}`, {
      cause: error,
    });
  }
}

function decoded(bytes: Uint8Array, firstLine: number): string {
  try {
    // A byte order mark is dropped by the decoder.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ImportError(`line ${firstLine}`, 'it is not UTF-8 text', { cause: error });
  }
}
