import { FailureList } from './failure-list.js';
import { parseLocation } from './location.js';
import { type NodeTotals, nodeTotals, readNodeTotal } from './node-totals.js';
import {
  addCounts,
  countsOf,
  noCounts,
  type OutputParser,
  type ParsedRun,
  type Piece,
  type Progress,
} from './parser.js';
import { wholeLine } from './whole-line.js';

const RESULT = /^( *)([✔✖﹣⚠▶]) (.+?)(?: \((\d+(?:\.\d+)?)ms\))?( # .*)?$/;
const MAX_MESSAGE_LINES = 12;

interface Block {
  name: string;
  location: { file: string; line: number } | null;
  lines: string[];
  /** False while nothing but the location was seen. */
  named: boolean;
  todo: boolean;
}

/** node:test's `spec` reporter: what `node --test` prints by itself from Node 23 on. */
export class NodeSpecParser implements OutputParser {
  #finished = noCounts();
  readonly #totals: NodeTotals = new Map();
  readonly #failures = new FailureList();
  /** Open `▶ name` lines: the result line of a suite closes one and is no test. */
  readonly #suites: { indent: number; name: string }[] = [];
  #passed = 0;
  #failed = 0;
  #skipped = 0;
  #done = 0;
  #sure = false;
  #ended = false;
  #block: Block | null = null;

  feed(piece: Piece): void {
    const line = wholeLine(piece);
    if (line === null) return;
    if (line.startsWith('ℹ ')) {
      // Another run begins: `npm test` of a workspace prints one after the other.
      if (line.startsWith('ℹ tests ') && this.#totals.has('tests')) this.#endRun();
      if (readNodeTotal(this.#totals, line.slice(2))) return;
    }
    if (this.#totals.has('tests') && /^✖ failing tests:/.test(line)) {
      this.#ended = true;
      return;
    }
    if (this.#ended) this.#readFailure(line);
    else this.#readResult(line);
  }

  #readResult(line: string): void {
    const match = RESULT.exec(line);
    if (!match) return;
    const [, indent = '', mark, name = '', time] = match;
    if (mark === '▶' && time === undefined) {
      if (this.#suites.length < 200) this.#suites.push({ indent: indent.length, name });
      return;
    }
    // Others print these marks too, but only node:test prints fractions of a millisecond.
    if (time?.includes('.')) this.#sure = true;
    const top = this.#suites.at(-1);
    if (top && top.indent === indent.length && top.name === name) {
      this.#suites.pop();
      return;
    }
    this.#done += 1;
    if (mark === '✔') this.#passed += 1;
    else if (mark === '✖') this.#failed += 1;
    else this.#skipped += 1;
  }

  /** The list after the totals: `test at file:line:column`, the name, the indented error. */
  #readFailure(line: string): void {
    const at = /^test at (.+)$/.exec(line);
    if (at?.[1]) {
      this.#closeBlock();
      this.#block = { name: '', location: parseLocation(at[1]), lines: [], named: false, todo: false };
      return;
    }
    const match = RESULT.exec(line);
    const block = this.#block;
    if (match && !match[1] && (block === null || !block.named)) {
      const named = block ?? { name: '', location: null, lines: [], named: true, todo: false };
      named.name = match[3] ?? '';
      named.named = true;
      named.todo = match[2] === '⚠' || (match[4] !== undefined && match[5] !== undefined);
      this.#block = named;
    } else if (block?.named && /^ {2}/.test(line)) {
      if (block.lines.length < MAX_MESSAGE_LINES) block.lines.push(line.slice(2));
    } else if (line.trim() !== '' && block?.named) {
      this.#closeBlock();
      this.#ended = false;
      this.#readResult(line);
    }
  }

  #closeBlock(): void {
    const block = this.#block;
    this.#block = null;
    if (!block?.named || block.todo) return;
    const message = block.lines.join('\n').replace(/^'([\s\S]*)'$/, '$1');
    this.#failures.add({ name: block.name, message, ...block.location });
  }

  #endRun(): void {
    this.#closeBlock();
    this.#finished = addCounts(this.#finished, nodeTotals(this.#totals) ?? noCounts());
    this.#totals.clear();
    this.#ended = false;
  }

  progress(): Progress {
    return { done: this.#sure ? this.#done : 0, total: null };
  }

  finish(): ParsedRun | null {
    const complete = nodeTotals(this.#totals) !== null;
    if (!complete && !this.#sure) return null;
    if (complete) this.#endRun();
    const counts = complete
      ? this.#finished
      : countsOf({ passed: this.#passed, failed: this.#failed, skipped: this.#skipped, errors: 0 });
    return { runner: 'node:test', counts, failures: this.#failures.kept, complete, notes: [] };
  }
}
