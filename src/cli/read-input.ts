import type { Readable } from 'node:stream';
import { decodeText } from '../processes/output/decode.js';

/** More than any request may have; what is beyond is not read, so that an endless input ends as one that is too long. */
const ENOUGH_BYTES = 1024 * 1024;

/** The request on stdin, in UTF-8 or else GB18030. */
export async function readInput(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk as Buffer));
    bytes += chunks.at(-1)?.length ?? 0;
    if (bytes > ENOUGH_BYTES) break;
  }
  return decodeText(Buffer.concat(chunks));
}
