import type { Piece } from './parser.js';

/** No test runner's own line is longer; what the pattern of a line parser costs stays bounded. */
const MAX_LINE = 4_096;

/** The line a piece begins, for parsers that read by lines; null for the rest of a long line. */
export function wholeLine(piece: Piece): string | null {
  if (!piece.starts_line) return null;
  return piece.text.length > MAX_LINE ? piece.text.slice(0, MAX_LINE) : piece.text;
}
