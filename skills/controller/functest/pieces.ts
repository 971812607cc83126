import type { Piece } from './parsers/parser.js';
import { plainText } from './parsers/plain-text.js';

/** Longer lines are handed on in pieces of about this size. */
const MAX_PIECE_BYTES = 65_536;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits bytes into lines as they come: `\n`, `\r\n` and a lone `\r` (progress bars) end one, colours are removed, and each line is
 * decoded by itself, as UTF-8 or else as GB18030. A line end byte is never part of a character in either.
 */
export class PieceReader {
  readonly #take: (piece: Piece) => void;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #startsLine = true;
  #afterCr = false;

  constructor(take: (piece: Piece) => void) {
    this.#take = take;
  }

  feed(chunk: Buffer): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte !== LF && byte !== CR) {
        this.#afterCr = false;
        continue;
      }
      if (byte === LF && this.#afterCr && at === from) {
        from = at + 1;
      } else {
        this.#hold(chunk.subarray(from, at));
        this.#emit(true);
        from = at + 1;
      }
      this.#afterCr = byte === CR;
    }
    this.#hold(chunk.subarray(from));
  }

  finish(): void {
    if (this.#heldBytes > 0 || !this.#startsLine) this.#emit(true);
  }

  #hold(bytes: Buffer): void {
    let rest = bytes;
    while (this.#heldBytes + rest.length > MAX_PIECE_BYTES) {
      const cut = characterStart(rest, MAX_PIECE_BYTES - this.#heldBytes);
      this.#keep(rest.subarray(0, cut));
      this.#emit(false);
      rest = rest.subarray(cut);
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
    this.#take({ text: plainText(decode(bytes)), starts_line: this.#startsLine, ends_line: endsLine });
    this.#startsLine = endsLine;
  }
}

/** The last place up to `at` where a UTF-8 character starts. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && at - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start > 0 ? start : at;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const gb18030 = new TextDecoder('gb18030');

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return gb18030.decode(bytes);
  }
}
