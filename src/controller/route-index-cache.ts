import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readBoundedBytes } from '../config/bounded-file.js';
import {
  addLabel,
  IndexFormatError,
  maskLabels,
  open,
  type RouteColumn,
  type RouteIndex,
  type RouteRow,
  rowsOf,
  serialize,
  takeIn,
  trainIndex,
  type WholeIndex,
} from '../policy/route-index.js';
import { fewRowsEach } from './few-rows.js';

/** Larger files are not ours. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** `order` writes `<file>.rows`, all that is to be learnt; false: it cannot be written. A whole build begins with it. */
export type Rebuild = (file: string, order: () => boolean) => void;

export interface IndexCache {
  /** The index; `<file>.rows` beside it is the order for a rebuild. */
  readonly file: string;
  /** An index that came with the product: what is begun with where there is no other. */
  readonly base?: string;
  /** Called when the index should be built anew, in the background, some time soon. */
  readonly rebuild: Rebuild;
}

/**
 * The index of exactly these columns. A cached one that matches is read; new and changed ones get a column each, removed
 * ones are masked, and a whole build, ordered in the background, replaces the file; without a usable file everything is built here and now,
 * of a part of the rows where they are very many.
 * A cache that cannot be written makes the next start slower and nothing else.
 */
export function cachedRouteIndex(wanted: readonly RouteColumn[], cache: IndexCache): RouteIndex {
  const cached = readIndex(cache.file) ?? (cache.base === undefined ? null : readIndex(cache.base));
  const index = cached === null ? null : broughtUpToDate(cached, wanted);
  const found = index ?? builtHere(wanted, cache.file);
  if (found.stale) orderBuild(wanted, cache);
  return found;
}

/** Stale where a column was too large to be learnt while somebody waits: then a part of its rows was. */
function builtHere(wanted: readonly RouteColumn[], file: string): RouteIndex {
  const whole = wanted.map((column) => column.rows());
  const few = fewRowsEach(whole);
  const built = trainIndex(few.flat());
  writeAtomically(file, serialize(built));
  return few.every((rows, at) => rows === whole[at]) ? built : { ...built, stale: true };
}

/** Asks for a whole build of these columns. */
export function orderBuild(wanted: readonly RouteColumn[], { file, rebuild }: IndexCache): void {
  rebuild(file, () => writeAtomically(rowsFile(file), JSON.stringify(rowsOf(wanted))));
}

/** Tells whether the file has been written, anew or at all, since this was called. */
export function renewals(file: string): () => boolean {
  const stamp = () => {
    try {
      const { ino, mtimeMs, size } = statSync(file);
      return `${ino} ${mtimeMs} ${size}`;
    } catch {
      // A folder that cannot be looked into holds no index.
      return null;
    }
  };
  const before = stamp();
  return () => stamp() !== before;
}

export function rowsFile(indexFile: string): string {
  return `${indexFile}.rows`;
}

/** Null where there is none, or one that is damaged, foreign or of another version. */
export function readIndex(file: string): WholeIndex | null {
  const read = readBoundedBytes(file, MAX_BYTES);
  if (!read.ok) return null;
  try {
    return open(read.bytes);
  } catch (error) {
    if (error instanceof IndexFormatError) return null;
    throw error;
  }
}

/** The same index where nothing changed; null where so much did that a whole build is as quick. */
function broughtUpToDate(index: RouteIndex, wanted: readonly RouteColumn[]): RouteIndex | null {
  const known = new Map(index.labels.map((column) => [column.name, column]));
  const behind = wanted.filter(({ label, rows_hash }) => known.get(label)?.rows_hash !== rows_hash);
  if (behind.length * 2 > wanted.length) return null;
  // Utterances that the index has not learnt are too many to be learnt against the few rows that it keeps.
  if (behind.some(({ label, said }) => said !== null && known.get(label)?.said !== said)) return null;
  const few = fewRowsEach(behind.map(({ examples }) => examples));
  const present = new Set(wanted.map(({ label }) => label));
  const grown = behind.reduce((grown, column, at) => withRows(grown, column, few[at] ?? []), index);
  const maskChanges = grown.labels.some(({ name, masked }) => masked === present.has(name));
  return maskChanges
    ? maskLabels(grown, new Set(grown.labels.map(({ name }) => name).filter((name) => !present.has(name))))
    : grown;
}

function withRows(index: RouteIndex, column: RouteColumn, examples: readonly RouteRow[]): RouteIndex {
  return column.said === null ? addLabel(index, column.label, examples) : takeIn(index, column, examples);
}

/** Readers see the old file or the new one, never half of one. False where the folder cannot be written. */
export function writeAtomically(file: string, contents: Uint8Array | string): boolean {
  const temporary = `${file}.${process.pid}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, contents);
    renameSync(temporary, file);
    return true;
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary);
    if (isFileError(error)) return false;
    throw error;
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
