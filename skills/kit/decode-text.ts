const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const gb18030 = new TextDecoder('gb18030');

/** Null where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 where it is valid, else GB18030. Told apart by validity alone: guessers take short GBK texts for Shift_JIS. */
export function decodeText(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? gb18030.decode(bytes);
}
