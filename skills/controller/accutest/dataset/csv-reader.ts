const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Characters of one record; beyond them a quote was left open, or this is no CSV. */
export const MAX_RECORD = 4 * 1024 * 1024;

export type TakeRecord = (fields: string[], line: number) => void;

export class RecordTooLongError extends Error {
  /** Where the record starts, from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`the record that starts in line ${line} is longer than ${MAX_RECORD} characters: is a quote left open?`);
    this.line = line;
  }
}

/**
 * Records of a CSV text that comes in pieces cut anywhere (RFC 4180): quoted fields may hold delimiters, line ends and doubled
 * quotes; lines end with `\n`, `\r\n` or `\r`; a quote inside an unquoted field is itself; blank lines are no records.
 */
export class CsvReader {
  readonly #delimiter: number;
  readonly #take: TakeRecord;
  #fields: string[] = [];
  #field = '';
  /** `closed`: a quote inside a quoted field came; the next character says whether the field is over. */
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #afterCr = false;
  #line = 1;
  #startLine = 1;
  #length = 0;

  constructor(delimiter: string, take: TakeRecord) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#take = take;
  }

  feed(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF && this.#afterCr) {
        // The second half of a `\r\n`, which has ended its line already; within quotes both are kept.
        this.#afterCr = false;
        if (this.#state !== 'quoted') from = at + 1;
        continue;
      }
      this.#afterCr = code === CR;
      if (code === LF || code === CR) this.#line += 1;
      if (this.#state === 'quoted') {
        if (code !== QUOTE) continue;
        this.#add(text, from, at);
        from = at + 1;
        this.#state = 'closed';
      } else if (code === QUOTE && this.#state !== 'plain') {
        // Opens a field, or is the second of two.
        if (this.#state === 'closed') this.#add('"', 0, 1);
        this.#state = 'quoted';
        from = at + 1;
      } else if (code === this.#delimiter) {
        this.#add(text, from, at);
        this.#endField();
        from = at + 1;
      } else if (code === LF || code === CR) {
        this.#add(text, from, at);
        this.#endRecord();
        from = at + 1;
      } else this.#state = 'plain';
    }
    this.#add(text, from, text.length);
  }

  /** The last record needs no line end. An open quote is closed by the end of the file. */
  finish(): void {
    if (this.#fields.length > 0 || this.#state !== 'start') this.#endRecord();
  }

  #add(text: string, from: number, to: number): void {
    if (to <= from) return;
    this.#length += to - from;
    if (this.#length > MAX_RECORD) throw new RecordTooLongError(this.#startLine);
    this.#field += text.slice(from, to);
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'start';
    this.#length += 1;
    if (this.#length > MAX_RECORD) throw new RecordTooLongError(this.#startLine);
  }

  #endRecord(): void {
    const blank = this.#fields.length === 0 && this.#state === 'start' && this.#field === '';
    this.#endField();
    const fields = this.#fields;
    this.#fields = [];
    if (!blank) this.#take(fields, this.#startLine);
    this.#startLine = this.#line;
    this.#length = 0;
  }
}

/** Of comma, tab and semicolon the one that splits the first line into most fields. */
export function delimiterOf(head: string): string {
  const line = /^[^\r\n]*/.exec(head.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? '';
  const count = (delimiter: string): number => line.split(delimiter).length;
  return [',', '\t', ';'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
