import type { FileHandle } from 'node:fs/promises';
import { lineStart } from './boundary.js';
import { decodeText } from './decode.js';
import { createRelevance, type LineFacts } from './relevance.js';
import { ShapeCounter } from './shapes.js';

/** A line worth showing: where it is, and what its start says. */
export interface Hit {
  start: number;
  end: number;
}

export interface HitOptions {
  max: number;
  /** Of a longer line only the start is shown. */
  line_bytes: number;
  /** What the output was wanted for. */
  query: string;
}

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;
/** Later lines of a shape seen so often tell nothing that the first ones did not. */
const READ_OF_A_SHAPE = 4;
/** Kept for the final ranking, which knows how rare each word was in the whole output. */
const CANDIDATES_PER_HIT = 16;
/** Output is repetitive, and an odd line in it worth a look, from so many lines a shape on. */
const REPETITIVE = 8;

interface Candidate extends Hit {
  shape: number;
  facts: LineFacts;
  score: number;
}

/** The most telling lines of a part of a file, in file order, one of each shape. One pass, constant memory. */
export async function findHits(file: FileHandle, from: number, to: number, options: HitOptions): Promise<Hit[]> {
  if (options.max <= 0) return [];
  const relevance = createRelevance(options.query);
  const shapes = new ShapeCounter();
  const candidates: Candidate[] = [];

  await eachLine(file, from, to, (bytes, start, end, offset, length) => {
    if (end === start) return;
    const shape = shapes.add(bytes, start, end);
    if (shapes.count(shape) > READ_OF_A_SHAPE) return;
    const shown = lineStart(bytes.subarray(start, end), options.line_bytes);
    const facts = relevance.read(decodeText(bytes.subarray(start, start + shown)), length);
    const whole = shown === length;
    keepBest(candidates, options.max * CANDIDATES_PER_HIT, {
      start: offset,
      // With its line feed, if all of it is shown.
      end: Math.min(to, offset + (whole ? length + 1 : shown)),
      shape,
      facts,
      score: relevance.score(facts),
    });
  });

  const repetitive = shapes.lines > REPETITIVE * Math.max(1, shapes.distinct);
  const best = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const unusual = repetitive
      ? Math.log(shapes.lines / shapes.count(candidate.shape)) / Math.log(shapes.lines + 1)
      : 0;
    candidate.score = relevance.score(candidate.facts) + unusual;
    const known = best.get(candidate.shape);
    if (candidate.score > 0.5 && (known === undefined || candidate.score > known.score))
      best.set(candidate.shape, candidate);
  }
  return [...best.values()]
    .sort((one, other) => other.score - one.score || one.start - other.start)
    .slice(0, options.max)
    .map(({ start, end }) => ({ start, end }))
    .sort((one, other) => one.start - other.start);
}

function keepBest(candidates: Candidate[], max: number, candidate: Candidate): void {
  if (candidates.length < max) {
    candidates.push(candidate);
    return;
  }
  let worst = 0;
  for (let i = 1; i < candidates.length; i += 1) {
    if ((candidates[i]?.score ?? 0) < (candidates[worst]?.score ?? 0)) worst = i;
  }
  if (candidate.score > (candidates[worst]?.score ?? 0)) candidates[worst] = candidate;
}

/** `visit(bytes, start, end, offset, length)`: the line is bytes[start, end), lies at `offset` in the file and is `length` long there; a line longer than a chunk is cut. */
async function eachLine(
  file: FileHandle,
  from: number,
  to: number,
  visit: (bytes: Buffer, start: number, end: number, offset: number, length: number) => void,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
  let held = 0;
  let at = from;
  /** Inside a line whose start was visited already. */
  let skipping = false;
  while (at < to) {
    const { bytesRead } = await file.read(buffer, held, Math.min(CHUNK_BYTES, to - at), at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const filled = held + bytesRead;
    const base = at - filled;
    let start = 0;
    for (;;) {
      const feed = buffer.indexOf(LINE_FEED, start);
      if (feed === -1 || feed >= filled) break;
      if (!skipping) visit(buffer, start, feed, base + start, feed - start);
      skipping = false;
      start = feed + 1;
    }
    held = filled - start;
    if (held >= CHUNK_BYTES) {
      if (!skipping) visit(buffer, start, filled, base + start, held);
      skipping = true;
      held = 0;
    }
    buffer.copyWithin(0, start, start + held);
    if (skipping) held = 0;
  }
  if (held > 0 && !skipping) visit(buffer, 0, held, at - held, held);
}
