import { FailureList } from './failure-list.js';
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

const FILE_LINE = /^(PASS|FAIL) (?:\S.{0,100} )?(\S+\.[cm]?[jt]sx?)(?: \(.{1,60}\))?\s*$/;
const SUITE_BROKE = 'Test suite failed to run';

/** jest's usual output, which it prints on stderr. */
export class JestTextParser implements OutputParser {
  readonly #failures = new FailureList();
  #counts = noCounts();
  #errors = 0;
  #files = 0;
  #sinceTotals = 0;
  #done = 0;
  #ended = 0;
  #file = '';
  #repeats = false;
  #block: { name: string; file: string; line: number | undefined; lines: string[]; code: boolean } | null = null;

  feed(piece: Piece): void {
    const line = wholeLine(piece);
    if (line === null) return;
    const file = FILE_LINE.exec(line);
    if (file?.[2]) {
      this.#closeBlock();
      this.#file = file[2].replace(/^\.\//, '');
      if (!this.#repeats) this.#sinceTotals += 1;
      this.#files += 1;
      return;
    }
    const totals = /^Tests: {2,}(.+)$/.exec(line);
    if (totals?.[1]) this.#endRun(totals[1]);
    else if (/^No tests found, exiting with code \d/.test(line)) this.#endRun('');
    else if (this.#files === 0) return;
    // With many files the failures are printed a second time.
    else if (/^Summary of all failing tests/.test(line)) {
      this.#closeBlock();
      this.#repeats = true;
    } else if (/^ {2}● /.test(line)) this.#openBlock(line.slice(4).trim());
    else if (/^(?:Test Suites:|Snapshots:|Ran all)/.test(line)) this.#closeBlock();
    else if (this.#block) this.#readBlock(line);
    else if (/^ {2,}[✓✕] /.test(line)) this.#done += 1;
  }

  #openBlock(title: string): void {
    this.#closeBlock();
    if (this.#repeats || title === 'Console') return;
    const broke = title === SUITE_BROKE;
    if (broke) this.#errors += 1;
    this.#block = { name: broke ? this.#file : title, file: this.#file, line: undefined, lines: [], code: false };
  }

  #readBlock(line: string): void {
    const block = this.#block;
    if (!block) return;
    const at = /^ {4,}at (?:.{0,300}\()?([^()\s]{1,500}):(\d{1,9}):\d{1,9}\)?\s*$/.exec(line);
    if (at?.[1] && at[2]) {
      if (at[1] === block.file) block.line ??= Number(at[2]);
      block.code = true;
    } else if (/^\s*>?\s*\d+ \|/.test(line)) {
      block.code = true;
    } else if (!block.code && block.lines.length < 10 && line.trim() !== '') {
      block.lines.push(line.replace(/^ {4}/, ''));
    }
  }

  #closeBlock(): void {
    const block = this.#block;
    this.#block = null;
    if (block) this.#failures.add({ ...block, message: block.lines.join('\n') });
  }

  #endRun(text: string): void {
    this.#closeBlock();
    const of = (word: string) => wholeNumber(new RegExp(`(\\d{1,9}) ${word}\\b`).exec(text)?.[1]);
    this.#ended += 1;
    this.#counts = addCounts(
      this.#counts,
      countsOf({
        passed: of('passed'),
        failed: of('failed'),
        skipped: of('skipped') + of('todo'),
        errors: this.#errors,
      }),
    );
    this.#errors = 0;
    this.#sinceTotals = 0;
    this.#repeats = false;
  }

  progress(): Progress {
    return { done: this.#counts.total || this.#done, total: null };
  }

  finish(): ParsedRun | null {
    this.#closeBlock();
    if (this.#ended === 0 && this.#files === 0) return null;
    const { passed, failed, errors } = this.#counts;
    const complete = this.#sinceTotals === 0;
    return {
      runner: 'jest',
      counts: this.#counts,
      failures: this.#failures.kept,
      complete,
      notes: complete && errors > 0 && passed + failed === 0 ? [{ code: 'nothing_loads', errors }] : [],
    };
  }
}
