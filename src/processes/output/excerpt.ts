import { type FileHandle, open } from 'node:fs/promises';
import { headEnd, tailStart } from './boundary.js';
import { decodeLines } from './decode.js';
import { findHits } from './hits.js';

export interface ExcerptOptions {
  head_bytes: number;
  tail_bytes: number;
  /** How many lines from between head and tail. */
  hits_max: number;
  /** Of a longer hit only the start is shown. */
  hit_bytes: number;
  /** What the output was wanted for: its words rank the hits. */
  query: string;
}

/** What of an output a reader gets: the words, and what is not in them. */
export interface Excerpt {
  /** head + hits + tail; what was left out between them is counted in place. */
  text: string;
  total_bytes: number;
  shown_bytes: number;
  /** total_bytes - shown_bytes, exactly. */
  omitted_bytes: number;
  /** Where all of it is. */
  path: string;
}

interface Piece {
  start: number;
  end: number;
}

/** An excerpt of a file of any size, as long as it was when it was opened, in constant memory. */
export async function excerptFile(path: string, options: ExcerptOptions): Promise<Excerpt> {
  const file = await open(path, 'r');
  try {
    const total = (await file.stat()).size;
    const pieces = await choosePieces(file, total, options);
    return await compose(file, path, total, pieces);
  } finally {
    await file.close();
  }
}

async function choosePieces(file: FileHandle, total: number, options: ExcerptOptions): Promise<Piece[]> {
  const hitBytes = options.hits_max * options.hit_bytes;
  if (total <= options.head_bytes + options.tail_bytes + hitBytes) return total === 0 ? [] : [{ start: 0, end: total }];
  const head = { start: 0, end: headEnd(await readPiece(file, { start: 0, end: options.head_bytes })) };
  const tailFrom = total - options.tail_bytes;
  const tail = { start: tailFrom + tailStart(await readPiece(file, { start: tailFrom, end: total })), end: total };
  const hits = await findHits(file, head.end, tail.start, {
    max: options.hits_max,
    line_bytes: options.hit_bytes,
    query: options.query,
  });
  return [head, ...hits, tail].filter((piece) => piece.end > piece.start);
}

async function compose(file: FileHandle, path: string, total: number, pieces: readonly Piece[]): Promise<Excerpt> {
  const parts: string[] = [];
  let shown = 0;
  let at = 0;
  for (const piece of pieces) {
    if (piece.start > at) parts.push(gap(piece.start - at));
    const bytes = await readPiece(file, piece);
    parts.push(decodeLines(bytes).replace(/\r?\n$/, ''));
    shown += piece.end - piece.start;
    at = piece.end;
  }
  const omitted = total - shown;
  if (omitted > 0) parts.push(`[${omitted} of ${total} bytes left out; all of it: ${path}]`);
  return { text: parts.join('\n'), total_bytes: total, shown_bytes: shown, omitted_bytes: omitted, path };
}

function gap(bytes: number): string {
  return `[… ${bytes} bytes left out …]`;
}

async function readPiece(file: FileHandle, piece: Piece): Promise<Buffer> {
  const buffer = Buffer.alloc(piece.end - piece.start);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, piece.start);
  return buffer.subarray(0, bytesRead);
}
