import { isSecretKey, mayBeNumber } from './secret-key.js';
import { REDACTED } from './shapes.js';

/** The part of a name that may make it a secret's, up to where its value begins. */
const NAMED =
  /(authorization|cookie|credential|passw(?:or)?d|passphrase|secret|tokens?|(?:api|private|access|encryption|signing|master|account|storage|auth|subscription)[-_. ]?key|pwd|(?<=[_-])pass)([\w.-]{0,40})(?:(\\*["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,8})|( (?:(?:provided|given|used|value)\s?[:=]?|is:?|was:?) {1,4})|( {1,4}))/gi;

const SCHEMES = /(?:bearer|basic|digest|token|apikey|negotiate|key)\s{1,4}/iy;

/** The text without the values of fields, variables, headers and options that are named as secrets. */
export function withoutNamedSecrets(text: string): string {
  let clean = '';
  let from = 0;
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const [whole, part = '', rest = '', , spoken, space] = match;
    const start = leftEnd(text, match.index);
    const key = text.slice(start, match.index + part.length + rest.length);
    const at = match.index + whole.length;
    const isOption = text.startsWith('--', start);
    // What parsers complain about.
    const isSyntax = /unexpected $/i.test(text.slice(Math.max(0, start - 12), start));
    const found =
      !isSyntax && (space === undefined || isOption) && isSecretKey(key.replace(/^-+/, ''))
        ? valueAt(text, at, key, spoken !== undefined)
        : null;
    // What was no pair may still hold the next name.
    if (found === null) NAMED.lastIndex = match.index + part.length;
    else {
      clean += text.slice(from, found.start) + REDACTED;
      from = found.end;
      NAMED.lastIndex = Math.max(found.end, at);
    }
  }
  return clean + text.slice(from);
}

/** Where the name that goes on at `index` begins. */
function leftEnd(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start < 60 && /[\w.-]/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The secret that stands at `at`; null where there is none. */
function valueAt(text: string, at: number, key: string, spoken: boolean): Span | null {
  const open = /\[?\s{0,4}(\\*)(["'`])/y;
  open.lastIndex = at;
  const quote = open.exec(text);
  if (quote !== null) {
    const start = open.lastIndex;
    const end = closing(text, start, quote[1] ?? '', quote[2] ?? '');
    return isSecretValue(text.slice(start, end), key) ? { start, end } : null;
  }
  const end = bareEnd(text, at, key);
  const value = text.slice(at, end);
  if (!isSecretValue(value, key) || isCode(text, value, end)) return null;
  return isProse(text, at, end, value, spoken) ? null : { start: at, end };
}

/** Where a quoted value ends: at its own quote, with as many backslashes before it; a value that was cut off ends with its line. */
function closing(text: string, start: number, slash: string, mark: string): number {
  for (let at = text.indexOf(mark, start); at !== -1; at = text.indexOf(mark, at + 1)) {
    let slashes = 0;
    while (at - slashes > start && text[at - slashes - 1] === '\\') slashes += 1;
    if (slash === '' ? slashes % 2 === 0 : slashes === slash.length) return at - slash.length;
  }
  const line = text.indexOf('\n', start);
  return line === -1 ? text.length : line;
}

/** A header's value may have several words; any other ends with the first. */
function bareEnd(text: string, at: number, key: string): number {
  const isHeader = /cookie$|authorization$/i.test(key);
  SCHEMES.lastIndex = at;
  const from = isHeader && SCHEMES.test(text) ? SCHEMES.lastIndex : at;
  const end = isHeader && from === at ? /["'`\r\n]|\\[nr"]/g : /[\s"'`,;)}\]<>&|\\]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** Words that stand where a secret would, in sentences, code and settings. */
const NO_SECRET =
  /^(?:null|true|false|undefined|none|nil|string|str|number|boolean|bool|int|any|bytes|object|optional|required|missing|invalid|expired|empty|unset|unknown|hidden|revoked|denied|rejected|wrong|incorrect|\*+|x+|\.+|…)[.!?:]?$/i;
/** References and places to fill in: where the secret is, not what it is. */
const REFERENCE =
  /^(?:env:|file:|\$[\w{(]|%\w+%|<|\{|process\.env|os\.(?:environ|getenv)|import\.meta|self\.|this\.|config\.|args\.|options\.|env\.)/;

function isSecretValue(value: string, key: string): boolean {
  if (value.trim() === '' || value.includes(REDACTED) || REDACTED.startsWith(value)) return false;
  if (NO_SECRET.test(value.trim()) || REFERENCE.test(value)) return false;
  if (/^[-+]?[\d.,]+%?$/.test(value)) return mayBeNumber(key) && value.length >= 4;
  return true;
}

/** Calls and type names: `token = readToken()`, `token: Token<string>`. */
function isCode(text: string, value: string, end: number): boolean {
  return (
    /^[A-Za-z_][\w.]*\($/.test(value) ||
    value.includes('(') ||
    text[end] === '(' ||
    (text[end] === '<' && /^[A-Z]/.test(value))
  );
}

/** A word of a sentence that goes on. A lone word at the end of a line is a value; what has a digit or is written oddly is one anywhere. */
function isProse(text: string, at: number, end: number, value: string, spoken: boolean): boolean {
  const plain = /^[\p{L}][\p{Ll}'’-]*[.!?:]?$/u.test(value) || /^[\p{Script=Han}\p{P}]+$/u.test(value);
  if (spoken) return plain || value.length < 6 || !/\d|[^\w.!?]/.test(value);
  if (!plain || /[=>]$/.test(text.slice(at - 1, at))) return false;
  const rest = /^[^\r\n]*/.exec(text.slice(end, end + 40))?.[0] ?? '';
  return /^ +\p{L}/u.test(rest);
}
