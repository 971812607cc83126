const MAX_TAG = 65_536;
const MAX_ATTRIBUTES = 64;
const MAX_ATTRIBUTE = 4_096;
const MAX_ENTITY = 12;

export interface XmlVisitor {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

type State = 'text' | 'tag' | 'comment' | 'cdata' | 'instruction' | 'doctype';

/**
 * The part of XML that test reports use, read as it comes: elements, attributes, text, CDATA. Written here instead of taken from a
 * library because a report is untrusted and may be huge: nothing is ever expanded (only the five named entities and character numbers
 * are known; declarations are skipped, so there are no bombs and nothing external), every tag is cut to a bound, and nothing throws.
 */
export class XmlStream {
  readonly #visitor: XmlVisitor;
  #state: State = 'text';
  /** The tag being read, or the start of a text chunk that may be an entity. */
  #tag = '';
  #entity: string | null = null;
  #quote = '';
  /** The last characters of a skipped section: its end may be split over two feeds. */
  #tail = '';
  #brackets = 0;

  constructor(visitor: XmlVisitor) {
    this.#visitor = visitor;
  }

  feed(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.#state === 'text') at = this.#readText(text, at);
      else if (this.#state === 'tag') at = this.#readTag(text, at);
      else if (this.#state === 'doctype') at = this.#skipDoctype(text, at);
      else at = this.#readSection(text, at);
    }
  }

  #readText(text: string, from: number): number {
    let at = from;
    if (this.#entity !== null) {
      while (at < text.length && this.#entity.length < MAX_ENTITY && /[#\w]/.test(text[at] ?? '')) {
        this.#entity += text[at];
        at += 1;
      }
      if (at === text.length) return at;
      const ended = text[at] === ';';
      this.#visitor.text(ended ? decodeEntity(this.#entity) : `&${this.#entity}`);
      this.#entity = null;
      return ended ? at + 1 : at;
    }
    const stop = text.slice(at).search(/[<&]/);
    const end = stop < 0 ? text.length : at + stop;
    if (end > at) this.#visitor.text(text.slice(at, end));
    if (stop < 0) return end;
    if (text[end] === '&') {
      this.#entity = '';
    } else {
      this.#state = 'tag';
      this.#tag = '';
      this.#quote = '';
    }
    return end + 1;
  }

  #readTag(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const char = text[at] ?? '';
      if (this.#tag === '' && /[\s=<\d]/.test(char)) {
        // A stray `<` in text.
        this.#state = 'text';
        this.#visitor.text('<');
        return at;
      }
      if (this.#quote !== '') {
        if (char === this.#quote) this.#quote = '';
      } else if (char === '>') {
        this.#state = 'text';
        this.#endTag();
        return at + 1;
      } else if (char === '"' || char === "'") {
        this.#quote = char;
      }
      if (this.#tag.length < MAX_TAG) this.#tag += char;
      if (this.#tag.length <= 8 && this.#startsSection()) return at + 1;
    }
    return text.length;
  }

  #startsSection(): boolean {
    const section = SECTIONS.find(([start]) => this.#tag === start);
    if (!section) return false;
    this.#state = section[1];
    this.#tail = '';
    this.#quote = '';
    this.#brackets = 0;
    return true;
  }

  #readSection(text: string, from: number): number {
    const end = this.#state === 'comment' ? '-->' : this.#state === 'cdata' ? ']]>' : '?>';
    const seen = this.#tail + text.slice(from);
    const found = seen.indexOf(end);
    if (found < 0) {
      const keep = Math.min(seen.length, end.length - 1);
      if (this.#state === 'cdata') this.#visitor.text(seen.slice(0, seen.length - keep));
      this.#tail = seen.slice(seen.length - keep);
      return text.length;
    }
    if (this.#state === 'cdata') this.#visitor.text(seen.slice(0, found));
    const next = from + found + end.length - this.#tail.length;
    this.#tail = '';
    this.#state = 'text';
    return next;
  }

  #skipDoctype(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const char = text[at] ?? '';
      if (this.#quote !== '') {
        if (char === this.#quote) this.#quote = '';
      } else if (char === '"' || char === "'") this.#quote = char;
      else if (char === '[') this.#brackets += 1;
      else if (char === ']') this.#brackets -= 1;
      else if (char === '>' && this.#brackets <= 0) {
        this.#state = 'text';
        return at + 1;
      }
    }
    return text.length;
  }

  #endTag(): void {
    const closing = this.#tag.startsWith('/');
    const name = /^[^\s/="'<>]{1,200}/.exec(closing ? this.#tag.slice(1) : this.#tag)?.[0];
    if (name === undefined || name.startsWith('!')) return;
    // A namespace prefix says nothing here.
    const local = name.slice(name.lastIndexOf(':') + 1);
    if (closing) {
      this.#visitor.close(local);
      return;
    }
    this.#visitor.open(local, readAttributes(this.#tag.slice(name.length)));
    if (this.#tag.endsWith('/')) this.#visitor.close(local);
  }
}

const SECTIONS: readonly (readonly [string, State])[] = [
  ['!--', 'comment'],
  ['![CDATA[', 'cdata'],
  ['!DOCTYPE', 'doctype'],
  ['!doctype', 'doctype'],
  ['?', 'instruction'],
];

/** One pass from left to right: the cost is the length, whatever is in it. */
function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  while (at < text.length && attributes.size < MAX_ATTRIBUTES) {
    const equals = text.indexOf('=', at);
    if (equals < 0) break;
    const name =
      text
        .slice(Math.max(at, equals - 200), equals)
        .trim()
        .split(/\s+/)
        .at(-1) ?? '';
    let start = equals + 1;
    while (/\s/.test(text[start] ?? '')) start += 1;
    const quote = text[start];
    if (quote !== '"' && quote !== "'") {
      at = start;
      continue;
    }
    const end = text.indexOf(quote, start + 1);
    const value = text.slice(start + 1, end < 0 ? text.length : end);
    if (name !== '' && !attributes.has(name)) attributes.set(name, decode(value.slice(0, MAX_ATTRIBUTE)));
    if (end < 0) break;
    at = end + 1;
  }
  return attributes;
}

function decode(text: string): string {
  return text.replace(/&([#\w]{1,12});/g, (_whole, entity: string) => decodeEntity(entity));
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntity(entity: string): string {
  const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(entity);
  if (!number) return NAMED[entity] ?? `&${entity};`;
  const code = number[1] ? Number.parseInt(number[1], 16) : Number(number[2]);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
}
