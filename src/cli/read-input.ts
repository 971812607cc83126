import type { Readable } from 'node:stream';
import type { ProductError } from '../errors/product-error.js';
import { decodeText } from '../processes/output/decode.js';
import { InputError } from '../rounds/errors.js';

/** As much as anything may have that is read from stdin; what is beyond is not read, so that an endless input ends as one that is too long. */
export const ENOUGH_BYTES = 1024 * 1024;

/** What stands on stdin, in UTF-8 or else GB18030. Throws what `tooLong` makes of the bytes it stopped at: how many there are is not known. */
export async function readInput(stdin: Readable, tooLong: (bytes: number) => ProductError): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk as Buffer));
    bytes += chunks.at(-1)?.length ?? 0;
    if (bytes > ENOUGH_BYTES) throw tooLong(ENOUGH_BYTES);
  }
  return decodeText(Buffer.concat(chunks));
}

/** The request that stands on stdin, which `--input -` names. Throws InputError where it is too long to be one. */
export async function readRequest(stdin: Readable): Promise<string> {
  return await readInput(stdin, tooLong);
}

export function tooLong(bytes: number): InputError {
  return new InputError({
    en: `The request on stdin is more than ${bytes} bytes long. Put the data into a file and name the file in the request.`,
    zh: `标准输入上的请求超过 ${bytes} 字节。请把数据放进文件，在请求中写明文件名。`,
  });
}
