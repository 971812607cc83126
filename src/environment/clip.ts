/** Room the marker takes: a cut that saves less than this is not made. */
const MARKER_ROOM = 32;

/**
 * At most `cap` characters of a text, from its head and its tail, with the number left out between them.
 * A text not worth cutting comes back as it is; a surrogate pair is never split.
 */
export function clip(text: string, cap: number): string {
  if (text.length <= cap + MARKER_ROOM) return text;
  const headEnd = wholeBefore(text, Math.ceil(cap * 0.7));
  const tailStart = wholeAfter(text, text.length - Math.floor(cap * 0.3));
  return `${text.slice(0, headEnd)}…[${tailStart - headEnd} chars left out]…${text.slice(tailStart)}`;
}

/** The longest text `clip` returns for a cap. */
export function clippedLength(cap: number): number {
  return cap + MARKER_ROOM;
}

function wholeBefore(text: string, end: number): number {
  return end > 0 && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

function wholeAfter(text: string, start: number): number {
  return start < text.length && isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
