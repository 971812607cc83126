import { decodeText } from '../../../kit/decode-text.js';

const LF = 0x0a;
/** Of longer lines the beginning is looked at. */
const MAX_LINE = 64 * 1024;

export type TakeLine = (line: string, place: { file: string; line: number }) => void;

/** Added lines of a unified diff that comes in chunks. Lengths in hunk headers say what is content: a line may look like a header. */
export class DiffReader {
  readonly #take: TakeLine;
  #held: Buffer[] = [];
  #length = 0;
  #file = '';
  #line = 0;
  #removed = 0;
  #added = 0;

  constructor(take: TakeLine) {
    this.#take = take;
  }

  feed(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      this.#hold(chunk.subarray(from, at));
      this.#say();
      from = at + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  finish(): void {
    if (this.#length > 0) this.#say();
  }

  #hold(bytes: Buffer): void {
    const room = MAX_LINE - this.#length;
    if (room > 0 && bytes.length > 0) this.#held.push(bytes.subarray(0, room));
    this.#length += bytes.length;
  }

  #say(): void {
    const line = decodeText(Buffer.concat(this.#held));
    this.#held = [];
    this.#length = 0;
    const mark = line[0];
    if (this.#added > 0 && mark === '+') {
      this.#added -= 1;
      this.#take(line.slice(1), { file: this.#file, line: this.#line });
      this.#line += 1;
    } else if (this.#removed > 0 && mark === '-') this.#removed -= 1;
    else if (this.#added === 0 && this.#removed === 0) this.#header(line);
  }

  #header(line: string): void {
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk) {
      [this.#removed, this.#line, this.#added] = [Number(hunk[1] ?? 1), Number(hunk[2]), Number(hunk[3] ?? 1)];
    } else if (line.startsWith('+++ ')) {
      // A name with a space ends with a tab; one with control characters is quoted.
      this.#file = line
        .slice(4)
        .replace(/\t$/, '')
        .replace(/^"(.*)"$/s, '$1')
        .replace(/^b\//, '');
    }
  }
}
