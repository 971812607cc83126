import { cut } from '../../kit/bounded-text.js';
import type { Piece } from './parsers/parser.js';

const LINES = 12;
const MAX_LINE = 300;

/** The last lines of an output that are not blank. */
export class OutputTail {
  readonly #lines: string[] = [];

  feed(piece: Piece): void {
    if (!piece.starts_line || piece.text.trim() === '') return;
    this.#lines.push(cut(piece.text.trimEnd(), MAX_LINE));
    if (this.#lines.length > LINES) this.#lines.shift();
  }

  get lines(): readonly string[] {
    return this.#lines;
  }
}
