import { FailureList } from './failure-list.js';
import { parseLocation } from './location.js';
import {
  addCounts,
  countsOf,
  noCounts,
  type OutputParser,
  type ParsedRun,
  type Piece,
  type Progress,
  wholeNumber,
} from './parser.js';
import { wholeLine } from './whole-line.js';

interface Block {
  name: string;
  file: string;
  line: number | undefined;
  lines: string[];
  open: boolean;
}

/** vitest's usual output: totals on stdout, failures on stderr, so it is fed both. */
export class VitestTextParser implements OutputParser {
  readonly #failures = new FailureList();
  #counts = noCounts();
  #errors = 0;
  #runs = 0;
  #ended = 0;
  #done = 0;
  #block: Block | null = null;
  #nothing = false;
  #tests: { passed: number; failed: number; skipped: number } | null = null;

  feed(piece: Piece): void {
    const line = wholeLine(piece);
    if (line === null) return;
    if (/^\s*(?:RUN|DEV)\s+v\d+\.\d+\.\d+\S* /.test(line)) {
      this.#endRun();
      this.#runs += 1;
      return;
    }
    if (this.#runs === 0) return;
    const tests = /^\s*Tests {2,}(.+?)\s*$/.exec(line);
    if (tests?.[1]) {
      this.#tests = readTotals(tests[1]);
      return;
    }
    const suites = /^⎯+ ?Failed Suites (\d{1,7}) ?⎯+$/.exec(line) ?? /^\s*Errors {2,}(\d{1,7}) errors?\s*$/.exec(line);
    if (suites) this.#errors += wholeNumber(suites[1]);
    else if (/^No test files found/.test(line)) this.#nothing = true;
    else if (/^ ?FAIL {2}/.test(line)) this.#openBlock(line.replace(/^ ?FAIL {2}/, ''));
    else if (this.#block) this.#readBlock(line);
    else this.#readProgress(line);
  }

  #openBlock(title: string): void {
    this.#closeBlock();
    const name = title
      .replace(/^\|.{1,100}?\| /, '')
      .replace(/ \[ .{1,500} \]\s*$/, '')
      .trim();
    const [file = '', ...rest] = name.split(' > ');
    this.#block = { name: rest.length > 0 ? rest.join(' > ') : file, file, line: undefined, lines: [], open: true };
  }

  #readBlock(line: string): void {
    const block = this.#block;
    if (!block) return;
    if (/^⎯{3,}/.test(line)) {
      this.#closeBlock();
      return;
    }
    const at = /^\s*❯ (?:.{0,200} )?(\S+:\d+:\d+)\s*$/.exec(line);
    if (at?.[1]) {
      const location = parseLocation(at[1]);
      if (location && (location.file === block.file || block.line === undefined)) {
        if (location.file === block.file) block.line ??= location.line;
      }
      block.open = false;
    } else if (line.trim() === '' && block.lines.length > 0) {
      block.open = false;
    } else if (block.open && block.lines.length < 10 && line.trim() !== '') {
      block.lines.push(line);
    }
  }

  #closeBlock(): void {
    const block = this.#block;
    this.#block = null;
    if (block)
      this.#failures.add({ name: block.name, file: block.file, line: block.line, message: block.lines.join('\n') });
  }

  #readProgress(line: string): void {
    const file = /^\s*[✓❯×↓] \S.{0,1000}? \((\d{1,7}) tests?\b/.exec(line);
    if (file) this.#done += wholeNumber(file[1]);
    else if (/^ [✓×↓] .{1,1000}? > /.test(line)) this.#done += 1;
  }

  #endRun(): void {
    this.#closeBlock();
    const tests = this.#tests;
    if (tests || this.#nothing) {
      this.#ended += 1;
      const { passed, failed, skipped } = tests ?? { passed: 0, failed: 0, skipped: 0 };
      this.#counts = addCounts(this.#counts, countsOf({ passed, failed, skipped, errors: this.#errors }));
    }
    this.#tests = null;
    this.#nothing = false;
    this.#errors = 0;
  }

  progress(): Progress {
    return { done: this.#done, total: null };
  }

  finish(): ParsedRun | null {
    this.#endRun();
    if (this.#runs === 0) return null;
    const { passed, failed, errors } = this.#counts;
    return {
      runner: 'vitest',
      counts: this.#counts,
      failures: this.#failures.kept,
      complete: this.#ended >= this.#runs,
      notes: errors > 0 && passed + failed === 0 ? [{ code: 'nothing_loads', errors }] : [],
    };
  }
}

/** `2 failed | 2 passed | 1 skipped | 1 todo (6)` */
function readTotals(text: string): { passed: number; failed: number; skipped: number } {
  const of = (word: string) => wholeNumber(new RegExp(`(\\d{1,9}) ${word}\\b`).exec(text)?.[1]);
  return { passed: of('passed') + of('expected fail'), failed: of('failed'), skipped: of('skipped') + of('todo') };
}
