import { decodeText, decodeUtf8 } from '../../kit/decode-text.js';
import { plainText } from '../../kit/plain-text.js';
import type { Piece } from './parsers/parser.js';

/** Longer lines are handed on in pieces of about this size. */
const MAX_PIECE_BYTES = 65_536;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits bytes into lines as they come: `\n`, `\r\n` and a lone `\r` (progress bars) end one, colours are removed, and what is not
 * UTF-8 is decoded line by line, as GB18030 where it must. A line end byte is never part of a character in either.
 */
export class PieceReader {
  readonly #take: (piece: Piece) => void;
  /** The beginning of a line whose end has not come. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #startsLine = true;
  /** The last byte was a `\r`: a `\n` that follows belongs to it. */
  #afterCr = false;

  constructor(take: (piece: Piece) => void) {
    this.#take = take;
  }

  feed(chunk: Buffer): void {
    let rest = chunk;
    if (this.#afterCr && rest[0] === LF) rest = rest.subarray(1);
    if (chunk.length > 0) this.#afterCr = chunk.at(-1) === CR;
    const last = Math.max(rest.lastIndexOf(LF), rest.lastIndexOf(CR));
    if (last >= 0) {
      // The first line completes what is held; the lines after it are whole.
      const first = firstEnd(rest);
      this.#hold(rest.subarray(0, first));
      this.#emit(true);
      const next = first + (rest[first] === CR && rest[first + 1] === LF ? 2 : 1);
      if (next <= last) this.#lines(rest.subarray(next, last + 1));
      rest = rest.subarray(Math.max(last + 1, next));
    }
    this.#hold(rest);
  }

  finish(): void {
    if (this.#heldBytes > 0 || !this.#startsLine) this.#emit(true);
  }

  /** Whole lines, decoded at once: much is printed, and nearly all of it is UTF-8. */
  #lines(bytes: Buffer): void {
    const whole = decodeUtf8(bytes);
    const lines = (whole ?? bytes.toString('latin1')).split(LINE_END);
    lines.pop();
    for (const line of lines) {
      if (line.length > MAX_PIECE_BYTES / 4)
        this.#longLine(whole === null ? Buffer.from(line, 'latin1') : Buffer.from(line));
      else this.#say(whole === null ? decodeText(Buffer.from(line, 'latin1')) : line, true);
    }
  }

  #longLine(bytes: Buffer): void {
    this.#hold(bytes);
    this.#emit(true);
  }

  #hold(bytes: Buffer): void {
    let rest = bytes;
    while (this.#heldBytes + rest.length > MAX_PIECE_BYTES) {
      const room = MAX_PIECE_BYTES - this.#heldBytes;
      const full = Buffer.concat([...this.#held, rest.subarray(0, room + 1)]);
      const cut = characterStart(full, MAX_PIECE_BYTES);
      this.#held = [full.subarray(0, cut)];
      this.#emit(false);
      this.#keep(full.subarray(cut, MAX_PIECE_BYTES));
      rest = rest.subarray(room);
    }
    this.#keep(rest);
  }

  /** A copy: the stream's buffers are large and would be kept alive whole. */
  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#held.push(Buffer.from(bytes));
    this.#heldBytes += bytes.length;
  }

  #emit(endsLine: boolean): void {
    const bytes = this.#held.length === 1 ? (this.#held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#say(decodeText(bytes), endsLine);
  }

  #say(text: string, endsLine: boolean): void {
    this.#take({ text: plainText(text), starts_line: this.#startsLine, ends_line: endsLine });
    this.#startsLine = endsLine;
  }
}

const LINE_END = /\r\n|[\r\n]/;

function firstEnd(bytes: Buffer): number {
  const lf = bytes.indexOf(LF);
  const cr = bytes.indexOf(CR);
  return lf < 0 || (cr >= 0 && cr < lf) ? cr : lf;
}

/** The last place up to `at` where a UTF-8 character starts. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (at - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
