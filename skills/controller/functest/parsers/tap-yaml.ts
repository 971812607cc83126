import { parseLocation } from './location.js';

const MAX_LINES = 400;
const MAX_MESSAGE_LINES = 8;

export interface TapDiagnostic {
  message: string;
  file?: string;
  line?: number;
  failure_type?: string;
  type?: string;
}

/**
 * The few keys that name a failure, read line by line from a TAP diagnostic block.
 * Not a YAML reader: runners print blocks that no YAML reader accepts (raw line breaks in quotes, cut blocks), and nothing here may expand.
 */
export class TapDiagnosticReader {
  readonly #found: TapDiagnostic = { message: '' };
  #lines = 0;
  /** Indent of the key whose block text (`|-`) is being read. */
  #block: number | null = null;
  readonly #text: string[] = [];

  feed(line: string): void {
    this.#lines += 1;
    if (this.#lines > MAX_LINES) return;
    const indent = line.length - line.trimStart().length;
    if (this.#block !== null) {
      if (indent > this.#block || line.trim() === '') {
        if (this.#text.length < MAX_MESSAGE_LINES) this.#text.push(line.slice(this.#block + 2));
        return;
      }
      this.#closeBlock();
    }
    const match = /^\s*([A-Za-z_]{1,40}):\s*(.*)$/.exec(line);
    if (match) this.#take(match[1] ?? '', match[2] ?? '', indent);
  }

  finish(): TapDiagnostic {
    this.#closeBlock();
    return this.#found;
  }

  #take(key: string, raw: string, indent: number): void {
    if (key === 'error' || key === 'message') {
      if (/^[|>][+-]?$/.test(raw)) this.#block = indent;
      else if (raw !== '' && this.#found.message === '') this.#found.message = unquote(raw);
    } else if (key === 'location' || key === 'at') {
      const location = parseLocation(unquote(raw));
      if (location) Object.assign(this.#found, location);
    } else if (key === 'file' || key === 'fileName') {
      if (raw !== '') this.#found.file ??= unquote(raw);
    } else if (key === 'line' || key === 'lineNumber') {
      if (/^\d{1,9}$/.test(raw)) this.#found.line ??= Number(raw);
    } else if (key === 'failureType') {
      this.#found.failure_type = unquote(raw);
    } else if (key === 'type') {
      this.#found.type ??= unquote(raw);
    }
  }

  #closeBlock(): void {
    if (this.#block === null) return;
    this.#block = null;
    if (this.#found.message === '') this.#found.message = this.#text.join('\n').trim();
  }
}

function unquote(raw: string): string {
  const text = raw.trim();
  if (text.startsWith("'")) return text.replace(/^'|'$/g, '').replaceAll("''", "'");
  if (text.startsWith('"')) return text.replace(/^"|"$/g, '').replaceAll('\\n', '\n').replaceAll('\\"', '"');
  return text;
}
