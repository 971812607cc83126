/**
 * How much of a text the policy looks at, in UTF-16 code units: the first 1,536 and the last 512. A request leads or closes what is pasted
 * around it, and a decision must cost the same for 50 MB as for one page.
 */
export const HEAD_CHARS = 1_536;
export const TAIL_CHARS = 512;
export const MAX_CHARS = HEAD_CHARS + TAIL_CHARS;

function clip(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, HEAD_CHARS)} ${text.slice(-TAIL_CHARS)}`;
}

/** NFKC and lower case, at most `MAX_CHARS + 1` code units (clipped before, and again after since NFKC may lengthen a text). */
export function normalize(text: string): string {
  return clip(clip(text).normalize('NFKC').toLowerCase());
}
