import { JestJsonParser } from './parsers/jest-json.js';
import { JestTextParser } from './parsers/jest-text.js';
import { JunitParser } from './parsers/junit.js';
import { NodeSpecParser } from './parsers/node-spec.js';
import type { OutputParser, ParsedRun, Piece, Progress } from './parsers/parser.js';
import { PytestParser } from './parsers/pytest.js';
import { TapParser } from './parsers/tap.js';
import { VitestTextParser } from './parsers/vitest-text.js';
import { PieceReader } from './pieces.js';

export interface Recognised {
  /** The runs whose counts are added up. */
  runs: ParsedRun[];
  /** Other accounts of the same runs, looked at only for what the first hide. */
  shadowed: ParsedRun[];
}

interface Entry {
  format: 'json' | 'junit' | 'tap' | 'spec' | 'pytest' | 'jest-text' | 'vitest-text';
  parser: OutputParser;
}

/** A machine-readable account makes the one for people, of the same run, its shadow. */
const SHADOWS: Readonly<Record<Entry['format'], readonly Entry['format'][]>> = {
  json: ['jest-text', 'vitest-text'],
  junit: ['jest-text', 'vitest-text', 'spec', 'pytest'],
  tap: ['vitest-text'],
  spec: [],
  pytest: [],
  'jest-text': [],
  'vitest-text': [],
};

/** Every parser on the two outputs of one command; the structure of what is printed decides which of them speak. */
export class Recognition {
  readonly #entries: Entry[] = [];
  readonly #readers: { stdout: PieceReader; stderr: PieceReader };

  constructor(watch: (piece: Piece) => void) {
    // vitest prints totals on one output and failures on the other.
    const both = this.#add('vitest-text', new VitestTextParser());
    this.#readers = { stdout: this.#reader(both, watch), stderr: this.#reader(both, watch) };
  }

  #add(format: Entry['format'], parser: OutputParser): OutputParser {
    this.#entries.push({ format, parser });
    return parser;
  }

  #reader(both: OutputParser, watch: (piece: Piece) => void): PieceReader {
    const own = [
      this.#add('tap', new TapParser()),
      this.#add('spec', new NodeSpecParser()),
      this.#add('pytest', new PytestParser()),
      this.#add('json', new JestJsonParser()),
      this.#add('junit', new JunitParser()),
      this.#add('jest-text', new JestTextParser()),
    ];
    return new PieceReader((piece) => {
      watch(piece);
      for (const parser of own) parser.feed(piece);
      both.feed(piece);
    });
  }

  feed(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    this.#readers[stream].feed(chunk);
  }

  progress(): Progress {
    const all = this.#entries.map(({ parser }) => parser.progress());
    return all.reduce((best, next) => (next.done > best.done ? next : best), { done: 0, total: null });
  }

  finish(): Recognised {
    this.#readers.stdout.finish();
    this.#readers.stderr.finish();
    const found = this.#entries.flatMap(({ format, parser }) => {
      const run = parser.finish();
      return run ? [{ format, run }] : [];
    });
    const shadows = new Set(found.flatMap(({ format }) => SHADOWS[format]));
    return {
      runs: found.filter(({ format }) => !shadows.has(format)).map(({ run }) => run),
      shadowed: found.filter(({ format }) => shadows.has(format)).map(({ run }) => run),
    };
  }
}
