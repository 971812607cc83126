import type { Note } from '../notes.js';
import { FailureList, firstLines } from './failure-list.js';
import { type JsonScalar, JsonStream } from './json-stream.js';
import {
  addCounts,
  countsOf,
  noCounts,
  type OutputParser,
  type ParsedRun,
  type Piece,
  type Progress,
  redOf,
  wholeNumber,
} from './parser.js';

const MAX_FAILURES_A_FILE = 50;

interface RedTest {
  name: string;
  line: number | undefined;
  message: string;
}

/** One report while it is read: `--json` of jest, `--reporter=json` of vitest. */
class Report {
  readonly counted = { passed: 0, failed: 0, skipped: 0, errors: 0 };
  readonly totals = new Map<string, JsonScalar>();
  recognised = false;
  #file: { status: string; message: string; name: string; tests: number; red: RedTest[] } = emptyFile();
  #test: { status: string; name: string; title: string; message: string; line: number | undefined } = emptyTest();
  readonly #failures: FailureList;

  constructor(failures: FailureList) {
    this.#failures = failures;
  }

  scalar(path: readonly string[], value: JsonScalar): void {
    const [top = '', , third = '', , fifth = ''] = path;
    if (path.length === 1) {
      if (/^num[A-Z]\w{0,40}Tests?/.test(top)) this.recognised = true;
      if (this.totals.size < 100) this.totals.set(top, value);
    } else if (top !== 'testResults') {
      return;
    } else if (path.length === 3 && typeof value === 'string') {
      if (third === 'status') this.#file.status = value;
      else if (third === 'message') this.#file.message = firstLines(value);
      else if (third === 'name') this.#file.name = value;
    } else if (third === 'assertionResults') {
      if (fifth === 'status' && typeof value === 'string') this.#test.status = value;
      else if (fifth === 'fullName' && typeof value === 'string') this.#test.name = value;
      else if (fifth === 'title' && typeof value === 'string') this.#test.title = value;
      else if (fifth === 'failureMessages' && typeof value === 'string') this.#test.message ||= firstLines(value);
      else if (fifth === 'location' && path[5] === 'line') this.#test.line = wholeNumber(value);
    }
  }

  end(path: readonly string[]): void {
    if (path[0] !== 'testResults') return;
    if (path.length === 1) this.recognised = true;
    else if (path.length === 2) this.#endFile();
    else if (path.length === 4 && path[2] === 'assertionResults') this.#endTest();
  }

  #endTest(): void {
    const { status, name, title, message, line } = this.#test;
    this.#test = emptyTest();
    this.#file.tests += 1;
    if (status === 'passed' || status === 'focused') this.counted.passed += 1;
    else if (status === 'failed') {
      this.counted.failed += 1;
      // The file's name comes after its tests.
      if (this.#file.red.length < MAX_FAILURES_A_FILE) this.#file.red.push({ name: name || title, line, message });
    } else this.counted.skipped += 1;
  }

  #endFile(): void {
    const { status, message, name, tests, red } = this.#file;
    this.#file = emptyFile();
    for (const test of red) this.#failures.add({ ...test, file: name });
    if (status === 'failed' && (tests === 0 || (red.length === 0 && message !== ''))) {
      this.counted.errors += 1;
      this.#failures.add({ name: name || '?', file: name, message });
    }
  }
}

/** The JSON of jest and vitest, alone on stdout, among other lines, or in a file. */
export class JestJsonParser implements OutputParser {
  readonly #failures = new FailureList();
  readonly #notes: Note[] = [];
  #report: Report | null = null;
  #json: JsonStream | null = null;
  #counts = noCounts();
  #reports = 0;
  #complete = true;
  #runner = 'vitest';

  feed(piece: Piece): void {
    if (this.#json === null) {
      if (!piece.starts_line || !/^\s*\{/.test(piece.text)) return;
      this.#report = new Report(this.#failures);
      this.#json = new JsonStream(this.#report);
    }
    this.#json.feed(piece.ends_line ? `${piece.text}\n` : piece.text);
    if (this.#json.state === 'open') return;
    const failed = this.#json.state === 'failed';
    const { starts_line, text } = piece;
    const retry = failed && !this.#report?.recognised && starts_line && /^\s*\{/.test(text) && this.#reread !== text;
    this.#endReport(!failed);
    if (retry) {
      // The line that broke one candidate may begin the real report.
      this.#reread = text;
      this.feed(piece);
      this.#reread = null;
    }
  }

  #reread: string | null = null;

  #endReport(complete: boolean): void {
    const report = this.#report;
    this.#report = null;
    this.#json = null;
    if (!report?.recognised) return;
    this.#reports += 1;
    if (!complete || report.totals.get('wasInterrupted') === true) this.#complete = false;
    if (report.totals.has('numRuntimeErrorTestSuites')) this.#runner = 'jest';
    const counted = countsOf(report.counted);
    const of = (key: string) => wholeNumber(report.totals.get(key));
    const claimed = of('numFailedTests');
    if (complete && claimed !== counted.failed) {
      this.#notes.push({ code: 'summary_disagrees', summary: claimed, counted: counted.failed });
    }
    const counts = countsOf({
      passed: complete && claimed !== counted.failed ? Math.min(counted.passed, of('numPassedTests')) : counted.passed,
      failed: Math.max(counted.failed, complete ? claimed : 0),
      skipped: counted.skipped,
      errors: Math.max(counted.errors, of('numRuntimeErrorTestSuites')),
    });
    if (redOf(counts) === 0 && counts.total > 0 && report.totals.get('success') === false) {
      this.#notes.push({ code: 'suite_failed' });
    }
    if (counts.errors > 0 && counts.passed + counts.failed === 0) {
      this.#notes.push({ code: 'nothing_loads', errors: counts.errors });
    }
    this.#counts = addCounts(this.#counts, counts);
  }

  progress(): Progress {
    const open = this.#report?.recognised ? countsOf(this.#report.counted).total : 0;
    return { done: this.#counts.total + open, total: null };
  }

  finish(): ParsedRun | null {
    if (this.#json) this.#endReport(false);
    if (this.#reports === 0) return null;
    return {
      runner: this.#runner,
      counts: this.#counts,
      failures: this.#failures.kept,
      complete: this.#complete,
      notes: this.#notes,
    };
  }
}

function emptyFile() {
  return { status: '', message: '', name: '', tests: 0, red: [] as RedTest[] };
}

function emptyTest() {
  return { status: '', name: '', title: '', message: '', line: undefined as number | undefined };
}
