import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TextDecoder } from 'node:util';
import type { Note } from './notes.js';
import { JestJsonParser } from './parsers/jest-json.js';
import { JunitParser } from './parsers/junit.js';
import type { ParsedRun, Piece } from './parsers/parser.js';
import { TapParser } from './parsers/tap.js';
import { PieceReader } from './pieces.js';

const MAX_FILES = 500;
const ANNOUNCED = [
  /^-+ generated xml file: (.{1,1000}?) -+$/,
  /^(?:JUNIT|JSON) report written to (.{1,1000}?)\s*$/,
  /^Test results written to: (.{1,1000}?)\s*$/,
];
const OPTION = /^(?:--junit-?xml|--outputFile(?:\.(?:junit|json))?|--test-reporter-destination)=(.+)$/;

/** Report files that a run writes: named by the project, by the command's own options, or by what it prints. */
export class ReportFiles {
  readonly #folder: string;
  readonly #named: string | null;
  /** How each candidate looked before the run: an old report must not count. */
  readonly #before = new Map<string, string>();
  readonly #announced = new Set<string>();
  readonly #startedAt = Date.now();

  constructor(folder: string, junit: string | null, argv: readonly string[]) {
    this.#folder = folder;
    this.#named = junit;
    const candidates = argv
      .flatMap((word) => OPTION.exec(word)?.[1] ?? [])
      .filter((name) => !/^std(?:out|err)$/.test(name));
    for (const name of candidates) this.#announced.add(resolve(folder, name));
    const watched = [...this.#announced, ...(junit === null ? [] : xmlFiles(resolve(folder, junit)))];
    for (const path of watched) this.#before.set(path, stampOf(path));
  }

  /** Notes the files that a runner says it wrote. */
  watch(piece: Piece): void {
    if (!piece.starts_line || piece.text.length > 1_200) return;
    for (const pattern of ANNOUNCED) {
      const path = pattern.exec(piece.text)?.[1];
      if (path !== undefined && this.#announced.size < MAX_FILES) this.#announced.add(resolve(this.#folder, path));
    }
  }

  async read(): Promise<{ runs: ParsedRun[]; files: string[]; notes: Note[] }> {
    const notes: Note[] = [];
    const named = this.#named === null ? [] : xmlFiles(resolve(this.#folder, this.#named));
    const fresh = named.filter((path) => this.#isFresh(path));
    if (this.#named !== null && fresh.length === 0) {
      const stale = named.some((path) => stampOf(path) !== '');
      notes.push({ code: stale ? 'report_stale' : 'report_missing', file: this.#named });
    }
    const files = fresh.length > 0 ? fresh : [...this.#announced].filter((path) => this.#isFresh(path));
    const runs: ParsedRun[] = [];
    for (const path of files) runs.push(...(await readReport(path)));
    if (fresh.length > 0 && runs.length === 0) notes.push({ code: 'report_unread', file: this.#named ?? '' });
    return { runs, files: runs.length > 0 ? files : [], notes };
  }

  #isFresh(path: string): boolean {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile()) return false;
    const before = this.#before.get(path);
    // File systems keep time more coarsely than we do.
    return before === undefined ? stat.mtimeMs >= this.#startedAt - 1_000 : before !== stampOf(path);
  }
}

/** A report's file, or those of a folder of reports. */
function xmlFiles(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.xml'))
    .sort()
    .slice(0, MAX_FILES)
    .map((name) => join(path, name));
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat?.isFile() ? `${stat.ino}:${stat.size}:${stat.mtimeNs}` : '';
}

async function readReport(path: string): Promise<ParsedRun[]> {
  const parsers = [new JunitParser(), new JestJsonParser(), new TapParser()];
  const reader = new PieceReader((piece) => {
    for (const parser of parsers) parser.feed(piece);
  });
  // Tools for Windows write UTF-16.
  let utf16: TextDecoder | null = null;
  let isFirst = true;
  for await (const chunk of createReadStream(path)) {
    if (!Buffer.isBuffer(chunk)) continue;
    if (isFirst) utf16 = utf16Of(chunk);
    isFirst = false;
    reader.feed(utf16 === null ? chunk : Buffer.from(utf16.decode(chunk, { stream: true })));
  }
  reader.finish();
  return parsers.flatMap((parser) => parser.finish() ?? []);
}

function utf16Of(bytes: Buffer): TextDecoder | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  return bytes[0] === 0xfe && bytes[1] === 0xff ? new TextDecoder('utf-16be') : null;
}
