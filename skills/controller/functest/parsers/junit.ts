import type { Note } from '../notes.js';
import { FailureList, firstLines } from './failure-list.js';
import {
  addCounts,
  type Counts,
  countsOf,
  noCounts,
  type OutputParser,
  type ParsedRun,
  type Piece,
  type Progress,
  redOf,
  wholeNumber,
} from './parser.js';
import { XmlStream } from './xml-stream.js';

const START = /^\s*(?:\uFEFF)?(?:<\?xml\b|<testsuites?[\s>])/;
const MAX_TEXT = 4_096;
const MAX_DEPTH = 200;

interface Case {
  name: string;
  file: string | undefined;
  line: number | undefined;
  outcome: 'passed' | 'failed' | 'skipped' | 'errors';
  message: string;
  /** node:test: may fail. */
  todo: boolean;
}

/** One JUnit document while it is read. */
class Document {
  readonly counted = { passed: 0, failed: 0, skipped: 0, errors: 0 };
  /** What the outermost suites claim. */
  readonly claimed = { tests: 0, red: 0, skipped: 0 };
  /** Failures of cases that may fail; suites count them. */
  excused = 0;
  recognised = false;
  ended = false;
  readonly #failures: FailureList;
  readonly #names: string[] = [];
  #tooDeep = 0;
  #rootClaims = false;
  #case: Case | null = null;
  /** The suite an `<error>` outside a test case belongs to. */
  #suite = '';
  /** Text of the `<failure>` or `<error>` being read. */
  #text: string | null = null;

  constructor(failures: FailureList) {
    this.#failures = failures;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.ended) return;
    if (this.#names.length === 0 && name !== 'testsuites' && name !== 'testsuite') {
      this.ended = true;
      return;
    }
    if (this.#names.length >= MAX_DEPTH) {
      this.#tooDeep += 1;
      return;
    }
    this.#names.push(name);
    this.recognised = true;
    if (name === 'testsuites' || name === 'testsuite') this.#openSuite(attributes);
    else if (name === 'testcase') this.#case = newCase(attributes);
    else if (name === 'failure' || name === 'error') this.#openRed(name, attributes);
    else if (name === 'skipped' && this.#case?.outcome === 'passed') {
      this.#case.outcome = 'skipped';
      this.#case.todo = attributes.get('type') === 'todo';
    }
  }

  #openSuite(attributes: ReadonlyMap<string, string>): void {
    this.#suite = attributes.get('name') ?? this.#suite;
    const depth = this.#names.length;
    // Totals of inner suites are part of the outer ones'.
    if (depth === 1 ? !attributes.has('tests') : depth !== 2 || this.#rootClaims) return;
    if (depth === 1) this.#rootClaims = true;
    this.claimed.tests += wholeNumber(attributes.get('tests'));
    this.claimed.red += wholeNumber(attributes.get('failures')) + wholeNumber(attributes.get('errors'));
    this.claimed.skipped += wholeNumber(attributes.get('skipped')) + wholeNumber(attributes.get('disabled'));
  }

  #openRed(name: 'failure' | 'error', attributes: ReadonlyMap<string, string>): void {
    if (this.#case?.todo) {
      this.excused += 1;
      return;
    }
    const message = attributes.get('message') ?? attributes.get('type') ?? '';
    this.#case ??= { name: this.#suite, file: undefined, line: undefined, outcome: 'passed', message: '', todo: false };
    if (this.#case.outcome !== 'failed') this.#case.outcome = name === 'failure' ? 'failed' : 'errors';
    this.#case.message ||= message;
    this.#text = '';
  }

  text(text: string): void {
    if (this.#text !== null && this.#text.length < MAX_TEXT) this.#text += text.slice(0, MAX_TEXT);
  }

  close(name: string): void {
    if (this.ended) return;
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    const at = this.#names.lastIndexOf(name);
    if (at < 0) return;
    this.#names.length = at;
    if (name === 'failure' || name === 'error') {
      if (this.#case) this.#case.message ||= firstLines(this.#text ?? '');
      this.#text = null;
      // One outside a test case is a red case of its own.
      if (!this.#names.includes('testcase')) this.#endCase();
    } else if (name === 'testcase') {
      this.#endCase();
    }
    if (this.#names.length === 0) this.ended = true;
  }

  #endCase(): void {
    const ended = this.#case;
    this.#case = null;
    if (!ended) return;
    this.counted[ended.outcome] += 1;
    if (ended.outcome === 'failed' || ended.outcome === 'errors') this.#failures.add(ended);
  }
}

/** JUnit XML as many runners write it: on stdout among other lines, or in a file. */
export class JunitParser implements OutputParser {
  readonly #failures = new FailureList();
  readonly #notes: Note[] = [];
  #document: Document | null = null;
  #xml: XmlStream | null = null;
  #counts = noCounts();
  #documents = 0;
  #complete = true;

  feed(piece: Piece): void {
    if (this.#document === null || this.#xml === null) {
      if (!piece.starts_line || !START.test(piece.text)) return;
      this.#document = new Document(this.#failures);
      this.#xml = new XmlStream(this.#document);
    }
    this.#xml.feed(piece.ends_line ? `${piece.text}\n` : piece.text);
    if (this.#document.ended) this.#endDocument();
  }

  #endDocument(): void {
    const document = this.#document;
    this.#document = null;
    this.#xml = null;
    if (!document?.recognised) return;
    this.#documents += 1;
    if (!document.ended) this.#complete = false;
    this.#counts = addCounts(this.#counts, document.ended ? this.#reconcile(document) : countsOf(document.counted));
  }

  /** The cases count; totals without cases, or with more red ones than the cases, win. */
  #reconcile({ counted, claimed, excused }: Document): Counts {
    const counts = countsOf(counted);
    if (claimed.red <= redOf(counts) + excused) {
      if (counts.total > 0 || claimed.tests === 0) return counts;
      const skipped = Math.min(claimed.skipped, claimed.tests);
      return countsOf({ passed: claimed.tests - skipped, failed: 0, skipped, errors: 0 });
    }
    if (counts.total > 0) this.#notes.push({ code: 'summary_disagrees', summary: claimed.red, counted: redOf(counts) });
    const total = Math.max(claimed.tests, counts.total, claimed.red);
    const skipped = Math.min(Math.max(claimed.skipped, counts.skipped), total - claimed.red);
    const failed = claimed.red - counts.errors;
    return countsOf({ passed: total - claimed.red - skipped, failed, skipped, errors: counts.errors });
  }

  progress(): Progress {
    const open = this.#document ? countsOf(this.#document.counted).total : 0;
    return { done: this.#counts.total + open, total: null };
  }

  finish(): ParsedRun | null {
    if (this.#document) this.#endDocument();
    if (this.#documents === 0) return null;
    return {
      runner: 'junit',
      counts: this.#counts,
      failures: this.#failures.kept,
      complete: this.#complete,
      notes: this.#notes,
    };
  }
}

function newCase(attributes: ReadonlyMap<string, string>): Case {
  const name = attributes.get('name') ?? '';
  const group = attributes.get('classname') ?? '';
  const line = wholeNumber(attributes.get('line'));
  const notRun = attributes.get('status') === 'notrun' || attributes.get('result') === 'skipped';
  return {
    name: group === '' || group === 'test' || name.includes(group) ? name : `${group} › ${name}`,
    file: attributes.get('file'),
    line: line > 0 ? line : undefined,
    outcome: notRun ? 'skipped' : 'passed',
    message: '',
    todo: false,
  };
}
