import { plainText } from './plain-text.js';

/** At most `max` characters; what is cut ends with `…`, and never inside a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text[max - 2] ?? '') ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** One line of plain text: no control characters, white space as single spaces. For names and values from outside. */
export function oneLine(text: string, max: number): string {
  return cut(
    plainText(text.slice(0, max * 8))
      .replace(/\s+/g, ' ')
      .trim(),
    max,
  );
}
