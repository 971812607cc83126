import type { Note } from '../notes.js';

export interface Counts {
  total: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Tests or files that could not be run: set-up errors, files that do not load. */
  errors: number;
}

export interface Failure {
  name: string;
  file?: string;
  line?: number;
  /** The first lines of what the runner said. */
  message: string;
}

/** What one parser made of an output. */
export interface ParsedRun {
  /** `node:test`, `tap`, `pytest`, `vitest`, `jest`, `junit` */
  runner: string;
  counts: Counts;
  failures: Failure[];
  /** False when the output stopped before the runner said that it was done. */
  complete: boolean;
  notes: Note[];
}

export interface Progress {
  done: number;
  /** Null while the runner has not said how many there are. */
  total: number | null;
}

/** A piece of a line, without its line end and without colours. Lines longer than the reader's bound come in several pieces. */
export interface Piece {
  text: string;
  starts_line: boolean;
  ends_line: boolean;
}

/** Reads one output as it comes, in constant memory. Must not throw, whatever it is fed. */
export interface OutputParser {
  feed(piece: Piece): void;
  progress(): Progress;
  /** Null when the output is not of this parser's kind. */
  finish(): ParsedRun | null;
}

export function noCounts(): Counts {
  return { total: 0, passed: 0, failed: 0, skipped: 0, errors: 0 };
}

export function addCounts(sum: Counts, more: Counts): Counts {
  return {
    total: sum.total + more.total,
    passed: sum.passed + more.passed,
    failed: sum.failed + more.failed,
    skipped: sum.skipped + more.skipped,
    errors: sum.errors + more.errors,
  };
}

/** Counts whose total is the sum of the rest. */
export function countsOf(parts: Omit<Counts, 'total'>): Counts {
  return { ...parts, total: parts.passed + parts.failed + parts.skipped + parts.errors };
}

/** Tests that are red, whatever their kind. */
export function redOf(counts: Counts): number {
  return counts.failed + counts.errors;
}

/** Tests that really ran. */
export function ranOf(counts: Counts): number {
  return counts.passed + counts.failed + counts.errors;
}

/** A whole number from 0; what is not one is 0. Outputs may claim anything. */
export function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0
    ? Math.min(Math.trunc(number), 1_000_000_000)
    : 0;
}
