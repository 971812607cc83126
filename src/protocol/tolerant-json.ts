export type ReadObject = { ok: true; value: Record<string, unknown>; end: number } | { ok: false; problem: string };

const DEEPEST = 40;

/** Which quotes end a string, by the one that began it. */
const CLOSERS: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”“"',
  '”': '”“"',
  '‘': "’‘'",
  '’': "’‘'",
};
const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);

const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$-]*/y;
const QUOTED_KEY = /["“”'‘’][^"“”'‘’\\\n]{1,80}["“”'‘’]\s*[:：]/y;
const BARE_KEY = /[A-Za-z_$][\w$-]*\s*[:：]/y;

/** Where a string stands decides which characters may follow its closing quote. */
type Place = 'key' | 'member' | 'item';

/**
 * Reads the JSON-like object that begins at `start`, forgiving what models get wrong: trailing and missing commas, smart, single or
 * no quotes, quotes and line breaks inside strings, comments, Python literals, full-width punctuation, missing last brackets. A key
 * given twice, or text that ends inside a string, is not forgiven: there is no telling what was meant.
 */
export function readObjectAt(text: string, start: number): ReadObject {
  const reader = new TolerantReader(text, start);
  try {
    return { ok: true, value: reader.object(0), end: reader.at };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Leaves the reader only as a `problem`. */
class Unreadable extends Error {}

class TolerantReader {
  /** Only where the object writes keys without quotes may one follow a string: elsewhere it is a word of the string. */
  private bareKeys = false;

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  object(depth: number): Record<string, unknown> {
    this.enter(depth);
    const members = new Map<string, unknown>();
    for (;;) {
      this.skipBlank();
      if (this.ends('}')) return Object.fromEntries(members);
      const key = this.key();
      if (members.has(key)) throw new Unreadable(`the key ${JSON.stringify(key)} is given twice`);
      this.skipBlank();
      if (!this.takes(':：')) throw this.unexpected(`":" after the key ${JSON.stringify(key)}`);
      members.set(key, this.value('member', depth));
      this.skipBlank();
      if (!this.takes(',，') && !this.isAt('}') && !this.keyAhead(this.at)) throw this.unexpected('"," or "}"');
    }
  }

  private array(depth: number): unknown[] {
    this.enter(depth);
    const items: unknown[] = [];
    for (;;) {
      this.skipBlank();
      if (this.ends(']')) return items;
      items.push(this.value('item', depth));
      this.skipBlank();
      if (!this.takes(',，') && !this.isAt(']')) throw this.unexpected('"," or "]"');
    }
  }

  private enter(depth: number): void {
    if (depth > DEEPEST) throw new Unreadable(`the object is nested more than ${DEEPEST} levels deep`);
    this.at += 1;
  }

  private value(place: Place, depth: number): unknown {
    this.skipBlank();
    const first = this.text[this.at] ?? '';
    if (first === '{') return this.object(depth + 1);
    if (first === '[') return this.array(depth + 1);
    if (Object.hasOwn(CLOSERS, first)) return this.string(place);
    const number = this.match(NUMBER);
    if (number !== null) return Number(number);
    const word = this.match(WORD);
    if (word !== null && WORDS.has(word)) return WORDS.get(word);
    throw this.unexpected('a value', word?.length);
  }

  private key(): string {
    if (Object.hasOwn(CLOSERS, this.text[this.at] ?? '')) return this.string('key');
    const word = this.match(WORD);
    if (word === null) throw this.unexpected('a key');
    this.bareKeys = true;
    return word;
  }

  private string(place: Place): string {
    const closers = CLOSERS[this.text[this.at] ?? ''] ?? '';
    let content = '';
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at] ?? '';
      if (char === '\\') content += this.escape();
      else if (closers.includes(char) && this.closes(place)) {
        this.at += 1;
        return content;
      } else content += char;
    }
    throw new Unreadable('the answer ends inside a string');
  }

  private escape(): string {
    this.at += 1;
    const char = this.text[this.at] ?? '';
    if (char !== 'u') return ESCAPES[char] ?? char;
    const hex = this.text.slice(this.at + 1, this.at + 5);
    if (!/^[\da-fA-F]{4}$/.test(hex)) throw this.unexpected('four hexadecimal digits');
    this.at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  /** Whether the quote here ends its string: only what may follow a string there does. An inner quote is followed by more text. */
  private closes(place: Place): boolean {
    const after = this.blankEnd(this.at + 1);
    const next = this.text[after] ?? '';
    if (place === 'key') return next === ':' || next === '：';
    if (next === '') return true;
    if (place === 'item') return this.closesItem(next);
    if (next === '}') return true;
    if (next !== ',' && next !== '，') return this.keyAhead(after);
    const afterComma = this.blankEnd(after + 1);
    return (this.text[afterComma] ?? '}') === '}' || this.keyAhead(afterComma);
  }

  /** Two quotes in a row may be a forgotten comma as well as quoted words: in an array there is no key to tell. */
  private closesItem(next: string): boolean {
    if (Object.hasOwn(CLOSERS, next)) throw this.unexpected('"," between the items of an array');
    return next === ']' || next === ',' || next === '，';
  }

  /** The closing bracket, or the end of a text that forgot it. */
  private ends(bracket: string): boolean {
    return this.takes(bracket) || this.at >= this.text.length;
  }

  private isAt(bracket: string): boolean {
    return this.at >= this.text.length || this.text[this.at] === bracket;
  }

  private takes(chars: string): boolean {
    const char = this.text[this.at];
    if (char === undefined || !chars.includes(char)) return false;
    this.at += 1;
    return true;
  }

  private skipBlank(): void {
    this.at = this.blankEnd(this.at);
  }

  private blankEnd(from: number): number {
    BLANK.lastIndex = from;
    return BLANK.test(this.text) ? BLANK.lastIndex : from;
  }

  private keyAhead(from: number): boolean {
    QUOTED_KEY.lastIndex = from;
    BARE_KEY.lastIndex = from;
    return QUOTED_KEY.test(this.text) || (this.bareKeys && BARE_KEY.test(this.text));
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private unexpected(wanted: string, back = 0): Unreadable {
    const found = this.text.slice(this.at - back, this.at - back + 20);
    return new Unreadable(`${wanted} was expected where ${found === '' ? 'the answer ends' : JSON.stringify(found)}`);
  }
}
