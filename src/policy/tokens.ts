import { normalize } from './normalize.js';

const APOSTROPHES = /['\u2019]/g;
const FIRST_IDEOGRAPH = 0x3005;
const MARK = /^[\p{P}\p{S}]$/u;
/** What ends a sentence whether or not it is written. */
const CLOSING = /^[.!。~…;,]$/u;

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

/** A punctuation mark or a symbol. */
export const isMark = (token: string): boolean => MARK.test(token);

/**
 * Words, single ideographs and punctuation marks, in order. “Has it stopped?” is no wish to stop, and a comma parts what is not wanted from what is.
 * A mark repeated is one; those that close a text are left out, except a question mark, and so is an apostrophe inside a word. Marks alone are nothing.
 */
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
      const token = clean.slice(at, next);
      if (ideograph || (isMark(token) && (start >= 0 || tokens.at(-1) !== token))) tokens.push(token);
      start = -1;
    }
    at = next;
  }
  if (start >= 0) tokens.push(clean.slice(start));
  while (tokens.length > 1 && CLOSING.test(tokens.at(-1) as string)) tokens.pop();
  return tokens.every(isMark) ? [] : tokens;
}
