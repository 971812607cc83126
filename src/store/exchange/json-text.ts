import { atLine, ImportError, tooLarge } from './import-error.js';
import { jsonFault } from './json-fault.js';

/** Larger files are refused: an environment.json holds unfolded rounds only. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/** The JSON value in `bytes`. Faults are named by line and column, counted from 1; `firstLine` is the number of the first one. */
export function parseJson(bytes: Uint8Array, firstLine = 1): unknown {
  if (bytes.byteLength > MAX_IMPORT_BYTES) {
    throw new ImportError(atLine(firstLine), tooLarge(MAX_IMPORT_BYTES));
  }
  const text = decoded(bytes, firstLine);
  try {
    return JSON.parse(text);
  } catch (error) {
    const offset = jsonFault(text) ?? 0;
    const before = text.slice(0, offset).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    const char = JSON.stringify(text[offset]);
    const problem =
      offset >= text.length
        ? { en: 'not JSON: the text ends too early', zh: '不是 JSON：文本提前结束' }
        : { en: `not JSON: unexpected ${char}`, zh: `不是 JSON：此处不应出现 ${char}` };
    throw new ImportError(atLine(firstLine + before.length - 1, column), problem, { cause: error });
  }
}

function decoded(bytes: Uint8Array, firstLine: number): string {
  try {
    // A byte order mark is dropped by the decoder.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ImportError(atLine(firstLine), { en: 'it is not UTF-8 text', zh: '不是 UTF-8 文本' }, { cause: error });
  }
}
