import { decodeText, decodeUtf8 } from '../../../kit/decode-text.js';

const LF = 0x0a;
const MAX_LINE = 64 * 1024;

/** Lines of bytes that come in chunks. A line longer than the bound is no answer of anybody: it stops the reading. */
export class LineSplitter {
  readonly #take: (line: string) => boolean;
  #held: Buffer[] = [];
  #length = 0;

  /** `take` gives false when it wants no more lines. */
  constructor(take: (line: string) => boolean) {
    this.#take = take;
  }

  /** False when the reading has been stopped. */
  feed(chunk: Buffer): boolean {
    const first = chunk.indexOf(LF);
    if (first === -1) return this.#hold(chunk);
    this.#held.push(chunk.subarray(0, first));
    if (!this.#say()) return false;
    const last = chunk.lastIndexOf(LF);
    return (last === first || this.#lines(chunk.subarray(first + 1, last))) && this.#hold(chunk.subarray(last + 1));
  }

  finish(): boolean {
    return this.#held.length === 0 || this.#say();
  }

  /** Whole lines: nearly always all of them are UTF-8 and are decoded at once. */
  #lines(bytes: Buffer): boolean {
    const text = decodeUtf8(bytes);
    const lines = (text ?? bytes.toString('latin1')).split('\n');
    return lines.every((line) => {
      if (line.length > MAX_LINE) return false;
      return this.#take((text === null ? decodeText(Buffer.from(line, 'latin1')) : line).replace(/\r$/, ''));
    });
  }

  #hold(bytes: Buffer): boolean {
    if (bytes.length > 0) this.#held.push(bytes);
    this.#length += bytes.length;
    return this.#length <= MAX_LINE;
  }

  #say(): boolean {
    const line = Buffer.concat(this.#held);
    this.#held = [];
    this.#length = 0;
    return line.length <= MAX_LINE && this.#take(decodeText(line).replace(/\r$/, ''));
  }
}
