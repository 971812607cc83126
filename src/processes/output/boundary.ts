const LINE_FEED = 0x0a;
/** No character of UTF-8 or GB18030 is longer. */
const LONGEST_CHARACTER = 4;

/** Where a head cut from a longer text should end: after a line if that keeps half of it, else after a character. */
export function headEnd(bytes: Buffer): number {
  const feed = bytes.lastIndexOf(LINE_FEED);
  if (feed >= bytes.length / 2) return feed + 1;
  return wholeCharacters(bytes, (cut) => bytes.subarray(0, bytes.length - cut), bytes.length, -1);
}

/** Where a tail cut from a longer text should start. */
export function tailStart(bytes: Buffer): number {
  const feed = bytes.indexOf(LINE_FEED);
  if (feed !== -1 && feed < bytes.length / 2) return feed + 1;
  return wholeCharacters(bytes, (cut) => bytes.subarray(cut), 0, 1);
}

/** The cut nearest to `from` that leaves whole characters of one encoding. */
function wholeCharacters(bytes: Buffer, without: (cut: number) => Buffer, from: number, direction: 1 | -1): number {
  for (const encoding of ['utf-8', 'gb18030']) {
    for (let cut = 0; cut < LONGEST_CHARACTER && cut < bytes.length; cut += 1) {
      if (isValid(encoding, without(cut))) return from + direction * cut;
    }
  }
  return from;
}

function isValid(encoding: string, bytes: Buffer): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The start of a line that is cut to `max` bytes, in whole characters. */
export function lineStart(bytes: Buffer, max: number): number {
  if (bytes.length <= max) return bytes.length;
  const start = bytes.subarray(0, max);
  return wholeCharacters(start, (cut) => start.subarray(0, start.length - cut), start.length, -1);
}
