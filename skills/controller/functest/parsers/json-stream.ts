const MAX_DEPTH = 100;
const MAX_STRING = 8_192;
const MAX_KEY = 256;

export type JsonScalar = string | number | boolean | null;

export interface JsonVisitor {
  /** Where the value is: keys of the objects around it, `*` for array items. */
  scalar(path: readonly string[], value: JsonScalar): void;
  /** An object or array ended; `path` is its own. */
  end(path: readonly string[]): void;
}

type State = 'value' | 'first-item' | 'first-key' | 'key' | 'colon' | 'after' | 'done' | 'failed';

/**
 * Reads JSON as it comes and keeps only the path to where it is: a reporter prints the results of a whole suite as one value,
 * which JSON.parse would hold several times over. Strings are cut to a bound.
 */
export class JsonStream {
  readonly #visitor: JsonVisitor;
  readonly #path: string[] = [];
  readonly #containers: ('{' | '[')[] = [];
  #state: State = 'value';
  /** The string being read: a key or a value. */
  #string: { key: boolean; text: string; escape: string | null } | null = null;
  #word = '';

  constructor(visitor: JsonVisitor) {
    this.#visitor = visitor;
  }

  get state(): 'open' | 'done' | 'failed' {
    return this.#state === 'done' || this.#state === 'failed' ? this.#state : 'open';
  }

  /** Feeds text; what follows the end of the value, or the first mistake, is ignored. */
  feed(text: string): void {
    for (let at = 0; at < text.length && this.state === 'open'; at++) {
      if (this.#string) {
        at = this.#readString(text, at);
        continue;
      }
      const char = text[at] ?? '';
      if (this.#word !== '' && !/[\s,:\]}[{"]/.test(char)) {
        this.#word += char;
        if (this.#word.length > 40) this.#state = 'failed';
        continue;
      }
      if (this.#word !== '') this.#endWord();
      if (this.state === 'open' && !/\s/.test(char)) this.#structure(char);
    }
  }

  /** Takes as much of a string as `text` holds from `from` on; returns the index of the last character taken. */
  #readString(text: string, from: number): number {
    const string = this.#string;
    if (!string) return from;
    for (let at = from; at < text.length; at++) {
      const char = text[at] ?? '';
      if (string.escape !== null) {
        string.escape += char;
        const done = string.escape[0] === 'u' ? string.escape.length === 5 : true;
        if (!done) continue;
        append(string, readEscape(string.escape));
        string.escape = null;
      } else if (char === '\\') {
        string.escape = '';
      } else if (char === '"') {
        this.#endString();
        return at;
      } else if (char === '\n') {
        this.#state = 'failed';
        return at;
      } else {
        const plain = PLAIN_END.exec(text.slice(at, at + 1_024))?.index ?? 1_024;
        append(string, text.slice(at, at + plain));
        at += Math.min(plain, text.length - at) - 1;
      }
    }
    return text.length;
  }

  #endString(): void {
    const string = this.#string;
    this.#string = null;
    if (!string) return;
    if (string.key) {
      this.#path.push(string.text);
      this.#state = 'colon';
    } else {
      this.#scalar(string.text);
    }
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = '';
    if (word === 'true' || word === 'false') this.#scalar(word === 'true');
    else if (word === 'null') this.#scalar(null);
    else if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) this.#scalar(Number(word));
    else this.#state = 'failed';
  }

  #scalar(value: JsonScalar): void {
    if (this.#containers.at(-1) === '[') this.#path.push('*');
    this.#visitor.scalar(this.#path, value);
    this.#leave();
  }

  /** A value is over: its name goes from the path. */
  #leave(): void {
    this.#path.pop();
    this.#state = this.#containers.length === 0 ? 'done' : 'after';
  }

  #structure(char: string): void {
    const state = this.#state;
    const inside = this.#containers.at(-1);
    if (state === 'value' || (state === 'first-item' && char !== ']')) this.#openValue(char);
    else if ((state === 'key' || state === 'first-key') && char === '"') {
      this.#string = { key: true, text: '', escape: null };
    } else if (state === 'colon' && char === ':') this.#state = 'value';
    else if (state === 'after' && char === ',') this.#state = inside === '{' ? 'key' : 'value';
    else if ((state === 'after' || state === 'first-key') && inside === '{' && char === '}') this.#close();
    else if ((state === 'after' || state === 'first-item') && inside === '[' && char === ']') this.#close();
    else this.#state = 'failed';
  }

  #openValue(char: string): void {
    if (char === '"') {
      this.#string = { key: false, text: '', escape: null };
    } else if (char === '{' || char === '[') {
      if (this.#containers.at(-1) === '[') this.#path.push('*');
      this.#containers.push(char);
      this.#state = char === '{' ? 'first-key' : 'first-item';
      if (this.#containers.length > MAX_DEPTH) this.#state = 'failed';
    } else if (/[-\dtfn]/.test(char)) {
      this.#word = char;
    } else {
      this.#state = 'failed';
    }
  }

  #close(): void {
    this.#containers.pop();
    this.#visitor.end(this.#path);
    this.#leave();
  }
}

function append(string: { key: boolean; text: string }, text: string): void {
  const room = (string.key ? MAX_KEY : MAX_STRING) - string.text.length;
  if (room > 0) string.text += text.length > room ? text.slice(0, room) : text;
}

/** Where a run of a string's ordinary characters ends. */
const PLAIN_END = /["\\\n]/;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function readEscape(code: string): string {
  if (code[0] !== 'u') return ESCAPES[code] ?? code;
  const unit = Number.parseInt(code.slice(1), 16);
  return Number.isNaN(unit) ? '\uFFFD' : String.fromCharCode(unit);
}
