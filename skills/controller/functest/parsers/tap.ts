import type { Note } from '../notes.js';
import { FailureList } from './failure-list.js';
import { nodeTotals, readNodeTotal } from './node-totals.js';
import {
  addCounts,
  type Counts,
  countsOf,
  noCounts,
  type OutputParser,
  type ParsedRun,
  type Piece,
  type Progress,
} from './parser.js';
import { readTapLine, type TapLine } from './tap-line.js';
import { TapDiagnosticReader } from './tap-yaml.js';
import { wholeLine } from './whole-line.js';

type Point = Extract<TapLine, { kind: 'point' }>;

/** The points of one indentation since the enclosing point. */
interface Level {
  seen: number;
  planned: number | null;
  red: number;
  /** Counted failures here and below. */
  failed: number;
}

/** A failing point whose diagnostic may follow. `counted` is false for one that only sums up failing children. */
interface PendingFailure {
  name: string;
  counted: boolean;
  diagnostic: TapDiagnosticReader;
}

/** TAP 13 and 14 with subtests by indentation or braces, TODO and SKIP, bail out; node:test's TAP with its own totals. */
export class TapParser implements OutputParser {
  #levels: Level[] = [newLevel()];
  readonly #failures = new FailureList();
  readonly #notes: Note[] = [];
  #versions = 0;
  #plans = 0;
  #emptyPlan = false;
  #points = 0;
  #counts = noCounts();
  #finished = noCounts();
  #complete = true;
  #bailed = false;
  #node = false;
  #summary = new Map<string, number>();
  #pending: PendingFailure | null = null;
  /** Points that opened a brace, by depth. */
  readonly #open = new Map<number, Point>();
  /** Indent of the diagnostic being read, and of the point it belongs to. */
  #yaml: { indent: number; point: number } | null = null;
  #lastPoint = -1;

  feed(piece: Piece): void {
    const text = wholeLine(piece);
    if (text === null) return;
    const line = readTapLine(text);
    if (this.#yaml) {
      if (this.#staysInYaml(text, line)) return;
      this.#yaml = null;
    }
    if (line.kind === 'yaml') {
      if (this.#lastPoint >= 0 && line.indent > this.#lastPoint) {
        this.#yaml = { indent: line.indent, point: this.#lastPoint };
      }
      return;
    }
    if (line.kind !== 'other') this.#take(line);
  }

  #staysInYaml(text: string, line: TapLine): boolean {
    const { indent, point } = this.#yaml ?? { indent: 0, point: 0 };
    if (line.kind === 'point' && line.indent <= point) return false;
    if (line.kind === 'bail') return false;
    if (text.slice(indent).trimEnd() === '...' && text.slice(0, indent).trim() === '') this.#yaml = null;
    else this.#pending?.diagnostic.feed(text);
    return true;
  }

  #take(line: TapLine): void {
    if (line.kind === 'version') {
      if (this.#rootLevel().seen > 0) this.#endDocument();
      this.#versions += 1;
    } else if (line.kind === 'bail') {
      this.#bailed = true;
      this.#notes.push({ code: 'bail_out', reason: line.reason.slice(0, 200) });
    } else if (line.kind === 'plan') {
      this.#plan(line.depth, line.planned);
    } else if (line.kind === 'point') {
      this.#point(line);
    } else if (line.kind === 'close') {
      this.#flush();
      const opened = this.#open.get(line.depth);
      this.#open.delete(line.depth);
      if (opened) this.#settle(opened);
    } else if (line.kind === 'comment') {
      this.#comment(line.depth, line.text);
    }
  }

  #plan(depth: number, planned: number): void {
    const root = this.#rootLevel();
    // A second plan after a finished run begins another one that prints no version.
    if (depth === 0 && root.planned !== null && root.seen === root.planned) this.#endDocument();
    this.#plans += 1;
    if (planned === 0) this.#emptyPlan = true;
    this.#level(depth).planned = planned;
  }

  #point(point: Point): void {
    this.#flush();
    this.#lastPoint = point.indent;
    this.#points += 1;
    if (point.opens) {
      this.#closeDeeper(point.depth);
      this.#open.set(point.depth, point);
    } else {
      this.#settle(point);
    }
  }

  /** Counts a point: a leaf by itself, one with children only if it is red and none of them is. */
  #settle(point: Point): void {
    const children = this.#closeDeeper(point.depth);
    const level = this.#level(point.depth);
    level.seen += 1;
    const red = !point.ok && point.directive === null;
    const leaf = children === null;
    if (leaf && point.directive !== null) this.#counts.skipped += 1;
    else if (leaf && point.ok) this.#counts.passed += 1;
    const counted = red && (leaf || children.red === 0);
    if (counted) this.#counts.failed += 1;
    let failed = (children?.failed ?? 0) + (counted ? 1 : 0);
    if (children !== null && point.directive !== null) {
      // What is red inside a TODO does not make the run red.
      this.#counts.failed -= children.failed;
      this.#counts.skipped += children.failed;
      failed = 0;
    }
    level.failed += failed;
    if (red) {
      level.red += 1;
      this.#pending = { name: point.name, counted, diagnostic: new TapDiagnosticReader() };
    }
  }

  #comment(depth: number, text: string): void {
    if (text.startsWith('Subtest: ')) this.#flush();
    const root = this.#rootLevel();
    // Before the plan a `# pass 3` is something a test printed.
    if (depth !== 0 || root.planned === null || root.seen < root.planned) return;
    readNodeTotal(this.#summary, text);
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (!pending) return;
    const { message, file, line, failure_type, type } = pending.diagnostic.finish();
    if (failure_type !== undefined || type !== undefined) this.#node = true;
    const onlySumsUp = !pending.counted && (failure_type === undefined || failure_type === 'subtestsFailed');
    if (!onlySumsUp) this.#failures.add({ name: pending.name, message, file, line });
  }

  #rootLevel(): Level {
    return this.#level(0);
  }

  #level(depth: number): Level {
    while (this.#levels.length <= depth) this.#levels.push(newLevel());
    return this.#levels[depth] ?? newLevel();
  }

  /** Ends the levels below `depth`: null when no point was there. */
  #closeDeeper(depth: number): { red: number; failed: number } | null {
    const deeper = this.#levels.splice(depth + 1);
    for (const level of deeper) this.#checkPlan(level);
    const points = deeper.reduce((sum, level) => sum + level.seen, 0);
    if (points === 0) return null;
    return {
      red: deeper.reduce((sum, level) => sum + level.red, 0),
      failed: deeper.reduce((sum, level) => sum + level.failed, 0),
    };
  }

  #checkPlan({ planned, seen }: Level): void {
    if (planned === null || planned === seen || this.#bailed || this.#notes.length > 20) return;
    this.#notes.push({ code: 'plan_mismatch', planned, seen });
  }

  #endDocument(): void {
    this.#flush();
    for (const point of [...this.#open.values()].reverse()) {
      this.#complete = false;
      this.#settle(point);
    }
    this.#open.clear();
    this.#closeDeeper(0);
    const root = this.#rootLevel();
    if (root.planned === null) this.#complete = false;
    else this.#checkPlan(root);
    this.#flush();
    this.#finished = addCounts(this.#finished, this.#documentCounts());
    this.#levels = [newLevel()];
    this.#counts = noCounts();
    this.#summary = new Map();
    this.#lastPoint = -1;
    this.#yaml = null;
  }

  #documentCounts(): Counts {
    const points = countsOf(this.#counts);
    const totals = nodeTotals(this.#summary);
    if (totals === null) return points;
    this.#node = true;
    if (totals.failed > 0 || points.failed === 0) return totals;
    this.#notes.push({ code: 'summary_disagrees', summary: totals.failed, counted: points.failed });
    return points;
  }

  progress(): Progress {
    return { done: this.#recognised() ? this.#finished.total + countsOf(this.#counts).total : 0, total: null };
  }

  #recognised(): boolean {
    return this.#versions > 0 || this.#emptyPlan || (this.#plans > 0 && (this.#points > 0 || this.#bailed));
  }

  finish(): ParsedRun | null {
    if (!this.#recognised()) return null;
    this.#endDocument();
    return {
      runner: this.#node ? 'node:test' : 'tap',
      counts: this.#finished,
      failures: this.#failures.kept,
      complete: this.#complete || this.#bailed,
      notes: this.#notes,
    };
  }
}

function newLevel(): Level {
  return { seen: 0, planned: null, red: 0, failed: 0 };
}
