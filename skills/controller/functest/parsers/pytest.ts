import type { Note } from '../notes.js';
import { FailureList } from './failure-list.js';
import {
  addCounts,
  type Counts,
  countsOf,
  noCounts,
  type OutputParser,
  type ParsedRun,
  type Piece,
  type Progress,
  wholeNumber,
} from './parser.js';
import { PytestBlocks } from './pytest-blocks.js';
import { wholeLine } from './whole-line.js';

const PART = String.raw`\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests passed|subtests failed)`;
const LAST_LINE = new RegExp(
  String.raw`^(?:=+ )?((?:no tests ran|${PART})(?:, ${PART}){0,12}) in \d+(?:\.\d+)?s(?: \([\d:, a-z]+\))?(?: =+)?\s*$`,
);
const DOTS = /^(?:\S+\.py )?([.FEsxXR]+)\s*(?:\[\s*(\d+)%\])?$/;
const VERBOSE =
  /^(?:\[gw\d+\] )?(?:\[\s*\d+%\] )?(?:(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) )?\S+\.py::.+?(?: (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b.*)?$/;

/** pytest's terminal output, from `-q` to `-v`. */
export class PytestParser implements OutputParser {
  #counts = noCounts();
  readonly #failures = new FailureList();
  readonly #notes: Note[] = [];
  #blocks = new PytestBlocks();
  #section = '';
  #started = false;
  #sessions = 0;
  #ended = 0;
  #total: number | null = null;
  /** Counted from dots and verbose lines, for a run that does not reach its last line. */
  #seen = noCounts();
  #full = false;

  feed(piece: Piece): void {
    const line = wholeLine(piece);
    if (line === null) return;
    if (/^=+ test session starts =+$/.test(line)) {
      if (this.#started) this.#endSession(null);
      this.#started = true;
      this.#sessions += 1;
      return;
    }
    const last = /^[=\dn]/.test(line) ? LAST_LINE.exec(line) : null;
    if (last?.[1] !== undefined) {
      this.#endSession(readTotals(last[1]));
      return;
    }
    const section = /^=+ (.{1,200}?) =+$/.exec(line)?.[1];
    if (section !== undefined) {
      this.#section = section;
      this.#blocks.endBlock();
      return;
    }
    if (/^!+ .{1,500} !+$/.test(line)) this.#interrupted(line.replace(/^!+ | !+$/g, ''));
    else if (line.startsWith('INTERNALERROR>')) this.#broke(line.slice(14).trim());
    else if (this.#section === 'short test summary info') this.#blocks.summary(line);
    else if (this.#section === 'FAILURES' || this.#section === 'ERRORS') this.#blocks.feed(line);
    else this.#readProgress(line);
  }

  #readProgress(line: string): void {
    const collected = /^collected (\d+) items?\b(?:.* (\d+) selected)?/.exec(line);
    if (collected?.[1]) {
      this.#total = Number(collected[2] ?? collected[1]);
      return;
    }
    const dots = DOTS.exec(line);
    // Without a session header only dots with a percentage are pytest's for sure.
    if (dots?.[1] && (this.#started || dots[2] !== undefined)) {
      this.#started = true;
      for (const mark of dots[1]) count(this.#seen, mark);
      if (dots[2] === '100') this.#full = true;
      return;
    }
    const verbose = this.#started ? VERBOSE.exec(line) : null;
    const word = verbose?.[1] ?? verbose?.[2];
    if (word) count(this.#seen, WORDS[word] ?? '');
  }

  #interrupted(text: string): void {
    if (/^(Interrupted: \d+ errors? during collection|stopping after \d+ failures)$/.test(text)) return;
    if (this.#started) this.#broke(text);
  }

  #broke(message: string): void {
    this.#started = true;
    const known = this.#notes.some((note) => note.code === 'runner_broke');
    if (message && !known) this.#notes.push({ code: 'runner_broke', message: message.slice(0, 300) });
  }

  #endSession(totals: Counts | null): void {
    const counts = totals ?? countsOf(this.#seen);
    for (const failure of this.#blocks.finish()) this.#failures.add(failure);
    if (counts.errors > 0 && counts.passed + counts.failed === 0 && this.#blocks.collecting) {
      this.#notes.push({ code: 'nothing_loads', errors: counts.errors });
    }
    this.#counts = addCounts(this.#counts, counts);
    // `-qq` prints no last line: then every dot has been seen.
    if (totals !== null || this.#full) this.#ended += 1;
    this.#sessions = Math.max(this.#sessions, this.#ended);
    this.#blocks = new PytestBlocks();
    this.#section = '';
    this.#seen = noCounts();
    this.#full = false;
    this.#started = false;
  }

  progress(): Progress {
    const { passed, failed, skipped, errors } = this.#seen;
    return { done: this.#counts.total + passed + failed + skipped + errors, total: this.#total };
  }

  finish(): ParsedRun | null {
    if (this.#started) {
      this.#sessions = Math.max(this.#sessions, this.#ended + 1);
      this.#endSession(null);
    }
    if (this.#sessions === 0) return null;
    return {
      runner: 'pytest',
      counts: this.#counts,
      failures: this.#failures.kept,
      complete: this.#ended >= this.#sessions,
      notes: this.#notes,
    };
  }
}

const WORDS: Readonly<Record<string, string>> = {
  PASSED: '.',
  FAILED: 'F',
  ERROR: 'E',
  SKIPPED: 's',
  XFAIL: 'x',
  XPASS: 'X',
};

function count(counts: Counts, mark: string): void {
  if (mark === '.' || mark === 'X') counts.passed += 1;
  else if (mark === 'F') counts.failed += 1;
  else if (mark === 'E') counts.errors += 1;
  else if (mark === 's' || mark === 'x') counts.skipped += 1;
}

function readTotals(text: string): Counts {
  const parts = { passed: 0, failed: 0, skipped: 0, errors: 0 };
  for (const [, number, word] of text.matchAll(/(\d+) ([a-z ]+)/g)) {
    const value = wholeNumber(number);
    if (word === 'passed' || word === 'xpassed') parts.passed += value;
    else if (word === 'failed') parts.failed += value;
    else if (word === 'skipped' || word === 'xfailed') parts.skipped += value;
    else if (word === 'error' || word === 'errors') parts.errors += value;
  }
  return countsOf(parts);
}
