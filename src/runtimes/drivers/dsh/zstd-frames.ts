/** First bytes of a Zstandard frame (RFC 8878, 3.1.1). */
const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

/** The whole frames that a file begins with, and how many bytes they are. The rest is a frame that is still being written. */
export function wholeFrames(bytes: Buffer): { readonly frames: readonly Buffer[]; readonly length: number } {
  const frames: Buffer[] = [];
  let start = 0;
  for (let end = frameEnd(bytes, start); end !== null; end = frameEnd(bytes, start)) {
    if (bytes.readUInt32LE(start) === MAGIC) frames.push(bytes.subarray(start, end));
    start = end;
  }
  return { frames, length: start };
}

/** Where the frame that begins at `start` ends; null where it is not all there, or is none. */
function frameEnd(bytes: Buffer, start: number): number | null {
  if (start + 8 > bytes.length) return null;
  const magic = bytes.readUInt32LE(start);
  if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) return within(bytes, start + 8 + bytes.readUInt32LE(start + 4));
  if (magic !== MAGIC) return null;
  const descriptor = bytes.readUInt8(start + 4);
  let at = start + 5 + headerRest(descriptor);
  for (;;) {
    if (at + 3 > bytes.length) return null;
    const block = bytes.readUIntLE(at, 3);
    const kind = (block >>> 1) & 3;
    // A block of one repeated byte holds that byte only.
    at += 3 + (kind === 1 ? 1 : block >>> 3);
    if ((block & 1) === 1) break;
  }
  const hasChecksum = (descriptor & 4) !== 0;
  return within(bytes, at + (hasChecksum ? 4 : 0));
}

/** Bytes of the frame header after its descriptor: window, dictionary id, content size. */
function headerRest(descriptor: number): number {
  const single = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeFlag = descriptor >>> 6;
  const contentSize = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
  return (single ? 0 : 1) + dictionary + contentSize;
}

function within(bytes: Buffer, end: number): number | null {
  return end <= bytes.length ? end : null;
}
