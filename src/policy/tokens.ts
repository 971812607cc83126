import { normalize } from './normalize.js';

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

/** Words, single ideographs, and question marks, in order. Other punctuation only separates; an apostrophe inside a word is dropped. */
export function tokenize(text: string): string[] {
  const clean = normalize(text);
  const tokens: string[] = [];
  let word = '';
  const endWord = () => {
    if (word !== '') tokens.push(word);
    word = '';
  };
  for (let at = 0; at < clean.length; at += 1) {
    const code = clean.codePointAt(at) as number;
    if (code > 0xffff) at += 1;
    if (isIdeograph(code)) {
      endWord();
      tokens.push(String.fromCodePoint(code));
    } else if (isWordCharacter(code)) {
      word += String.fromCodePoint(code);
    } else if (code !== 0x27 && code !== 0x2019) {
      endWord();
    }
  }
  endWord();
  return tokens;
}
