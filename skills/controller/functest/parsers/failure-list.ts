import { cut, oneLine } from '../../../kit/bounded-text.js';
import { plainText } from '../../../kit/plain-text.js';
import type { Failure } from './parser.js';

const MAX_FAILURES = 50;
const MAX_NAME = 300;
const MAX_FILE = 500;
const MAX_LINES = 6;
const MAX_MESSAGE = 600;

/** Keeps the first failures, each cut to size; the counts tell how many there were. */
export class FailureList {
  readonly #kept: Failure[] = [];

  get kept(): Failure[] {
    return this.#kept;
  }

  add(failure: {
    name: string;
    file?: string | undefined;
    line?: number | undefined;
    message?: string | undefined;
  }): void {
    if (this.#kept.length >= MAX_FAILURES) return;
    this.#kept.push({
      name: oneLine(failure.name, MAX_NAME) || '?',
      ...(failure.file ? { file: cut(plainText(failure.file), MAX_FILE) } : {}),
      ...(failure.line !== undefined && failure.line > 0 ? { line: failure.line } : {}),
      message: firstLines(failure.message ?? ''),
    });
  }

  get full(): boolean {
    return this.#kept.length >= MAX_FAILURES;
  }
}

/** The first lines of a message, without the stack below it. */
export function firstLines(message: string): string {
  const lines: string[] = [];
  for (const line of plainText(message.slice(0, 8_000)).split(/\r\n|[\r\n]/)) {
    if (isStackLine(line) && lines.length > 0) break;
    if (line.trim() === '' && lines.length === 0) continue;
    lines.push(line.trimEnd());
    if (lines.length === MAX_LINES) break;
  }
  return cut(lines.join('\n').trim(), MAX_MESSAGE);
}

/** `    at f (file.js:1:2)` and the like. */
export function isStackLine(line: string): boolean {
  return /^\s+at (?:async |new )?\S.{0,400}$/.test(line) && /[:(]/.test(line);
}
