import { isAscii, isUtf8, transcode } from 'node:buffer';

/** Below this the plain decoder is as fast. */
const SMALL = 512;

/** UTF-8 to text; what is none becomes U+FFFD. Several times as fast as `toString` where there is more than ASCII. */
export function decodeUtf8(bytes: Buffer): string {
  if (bytes.length < SMALL) return bytes.toString('utf8');
  if (isAscii(bytes)) return bytes.toString('latin1');
  // A build without ICU has no `transcode`, and it does not mark what is broken as the plain decoder does.
  return transcode !== undefined && isUtf8(bytes)
    ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
    : bytes.toString('utf8');
}
