import { normalize } from './normalize.js';

const APOSTROPHES = /['\u2019]/g;
const FIRST_IDEOGRAPH = 0x3005;

/** Code points written without spaces between words: Han, kana, and the iteration marks. Each is a token of its own. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff) ||
    code === 0x3005 ||
    code === 0x3007
  );
}

function isWordCharacter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
  return /^[\p{L}\p{N}\p{M}]$/u.test(String.fromCodePoint(code));
}

/** Words and single ideographs, in order. Other characters only separate; an apostrophe inside a word is dropped. */
export function tokenize(text: string): string[] {
  const clean = normalize(text).replaceAll(APOSTROPHES, '');
  const tokens: string[] = [];
  let start = -1;
  for (let at = 0; at < clean.length; ) {
    const code = clean.codePointAt(at) as number;
    const next = at + (code > 0xffff ? 2 : 1);
    const ideograph = code >= FIRST_IDEOGRAPH && isIdeograph(code);
    if (!ideograph && isWordCharacter(code)) {
      if (start < 0) start = at;
    } else {
      if (start >= 0) tokens.push(clean.slice(start, at));
      if (ideograph) tokens.push(clean.slice(at, next));
      start = -1;
    }
    at = next;
  }
  if (start >= 0) tokens.push(clean.slice(start));
  return tokens;
}
