import { InputError } from './errors.js';

/** Bytes of UTF-8. A request is a sentence or a page; data belongs into a file that the request names. */
const MAX_INPUT_BYTES = 256 * 1024;

/** The request as it is stored: trimmed, with what no text may hold refused. */
export function checkInput(input: string): string {
  const bytes = Buffer.byteLength(input);
  if (bytes > MAX_INPUT_BYTES) {
    throw new InputError(
      `The request is ${bytes} bytes long; at most ${MAX_INPUT_BYTES} are taken. Put the data into a file and name the file in the request.`,
    );
  }
  const nul = input.indexOf('\0');
  if (nul >= 0) throw new InputError(`The request holds a NUL character at position ${nul}. Remove it.`);
  const text = input.trim();
  if (text === '')
    throw new InputError(
      'The request is empty. Say what shall be done, for example --input "run the functional tests".',
    );
  return text;
}

const NAME = /^[\p{Letter}\p{Number}_.-]{1,80}$/u;

export function checkEnvironmentName(name: string): string {
  if (!NAME.test(name)) {
    throw new InputError(
      `'${name.slice(0, 80)}' cannot name an Environment: use 1 to 80 letters, digits, '_', '.' or '-'.`,
    );
  }
  return name;
}
