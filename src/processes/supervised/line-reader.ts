import { decodeUtf8 } from './decode-utf8.js';
import { isNestedTooDeep } from './json-depth.js';
import { JsonDocument } from './json-document.js';

/** A line of a program's output: JSON (an object or an array), or any other text. A document over several lines is one `json`. */
export type Line = { readonly json: unknown } | { readonly text: string };

const NEWLINE = 10;
/** A longer line is given as the text it begins with; the rest of it is not kept. */
const LONGEST_LINE = 16 * 1024 * 1024;
const SHOWN_OF_LONG_LINE = 64 * 1024;

/**
 * Bytes to lines, in whatever pieces they come: characters split over two pieces, CRLF, no newline at the end. Blank lines are left out.
 * Bytes that are not UTF-8 become U+FFFD.
 */
export class LineReader {
  readonly #onLine: (line: Line) => void;
  /** Pieces of a line whose end has not come. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #skipping = false;
  #atStart = true;
  #document: JsonDocument | null = null;

  constructor(onLine: (line: Line) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const first = chunk.indexOf(NEWLINE);
    if (first === -1) {
      this.#hold(chunk);
      return;
    }
    let from = 0;
    if (this.#heldBytes > 0 || this.#skipping) {
      this.#hold(chunk.subarray(0, first));
      this.#endHeld();
      from = first + 1;
    }
    // All whole lines of the piece are decoded at once: a call per line costs more than the decoding.
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= from) {
      const text = decodeUtf8(chunk.subarray(from, last + 1));
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        this.#read(text.slice(start, end));
        start = end + 1;
      }
    }
    if (last + 1 < chunk.length) this.#hold(chunk.subarray(last + 1));
  }

  /** Nothing more comes: gives what is left. */
  end(): void {
    if (this.#heldBytes > 0) this.#endHeld();
    if (this.#document !== null) this.#giveUp(this.#document);
  }

  #hold(piece: Buffer): void {
    if (this.#skipping) return;
    this.#held.push(piece);
    this.#heldBytes += piece.length;
    if (this.#heldBytes <= LONGEST_LINE) return;
    const begin = Buffer.concat(this.#held, Math.min(this.#heldBytes, SHOWN_OF_LONG_LINE)).toString('utf8');
    this.#letGo();
    this.#skipping = true;
    if (this.#document !== null) this.#giveUp(this.#document);
    this.#onLine({ text: begin });
  }

  #endHeld(): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    const [only] = this.#held;
    const whole = this.#held.length === 1 && only !== undefined ? only : Buffer.concat(this.#held, this.#heldBytes);
    this.#letGo();
    this.#read(decodeUtf8(whole));
  }

  #letGo(): void {
    this.#held = [];
    this.#heldBytes = 0;
  }

  #read(given: string): void {
    let line = given;
    if (this.#atStart) {
      this.#atStart = false;
      if (line.startsWith('\uFEFF')) line = line.slice(1);
    }
    if (this.#document !== null) this.#continue(this.#document, line);
    else this.#begin(line);
  }

  #begin(line: string): void {
    if (looksLikeJson(line)) {
      const value = parse(line);
      if (value !== undefined) {
        this.#onLine({ json: value });
        return;
      }
      this.#document = JsonDocument.openedBy(line);
      if (this.#document !== null) return;
    }
    this.#giveText(line);
  }

  #continue(document: JsonDocument, line: string): void {
    // Nested lines are indented: a whole object at the margin means that the document before it was none.
    if (document.isObject && line.startsWith('{') && parse(line) !== undefined) {
      this.#giveUp(document);
      this.#begin(line);
      return;
    }
    const state = document.add(line);
    if (state === 'open') return;
    const value = state === 'closed' ? parse(document.text()) : undefined;
    if (value === undefined) {
      this.#giveUp(document);
      return;
    }
    this.#document = null;
    this.#onLine({ json: value });
  }

  /** What looked like a document is lines of text. */
  #giveUp(document: JsonDocument): void {
    this.#document = null;
    for (const line of document.lines) this.#giveText(line);
  }

  #giveText(line: string): void {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() !== '') this.#onLine({ text });
  }
}

function looksLikeJson(line: string): boolean {
  const first = line[0] === '{' || line[0] === '[' ? line[0] : line.trimStart()[0];
  return first === '{' || first === '[';
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isNestedTooDeep(value, text.length) ? undefined : value;
  } catch {
    return undefined;
  }
}
