import { createHash, randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readBoundedBytes } from '../config/bounded-file.js';
import type { ManifestEntry } from './package.js';
import type { FolderRead } from './read-folder.js';

/** Grows whenever reading a folder gives something else than before. */
const READER = 4;
/** File times move in ticks: what changed this shortly before it was read may have changed again within the same tick. */
const TICK_MS = 50;
const MAX_BYTES = 64 * 1024 * 1024;

export interface CachedFolder {
  /** Milliseconds since the epoch, when reading it began. */
  read_at: number;
  read: FolderRead;
}

export interface CacheKey {
  pyskill_timeout_sec: number;
}

/** Folders by their listed path; empty where there is no cache, or one that is damaged, foreign or of another version. */
export function openCache(file: string, key: CacheKey): Map<string, CachedFolder> {
  try {
    const kept = readBoundedBytes(file, MAX_BYTES);
    if (!kept.ok) return new Map();
    const [head = '', body = ''] = splitOnce(kept.bytes.toString('utf8'));
    if (head !== headOf(body, key)) return new Map();
    const folders = JSON.parse(body) as CachedFolder[];
    return new Map(folders.map((folder) => [folder.read.listed, folder]));
  } catch {
    // A cache is only ever a copy of what the folders say.
    return new Map();
  }
}

/** Put in place by rename. Where it cannot be written, the next reading is slower and nothing else. */
export function writeCache(file: string, key: CacheKey, folders: readonly CachedFolder[]): void {
  const temporary = `${file}.${process.pid}.${randomUUID()}.tmp`;
  try {
    const body = JSON.stringify(folders);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${headOf(body, key)}\n${body}`);
    renameSync(temporary, file);
  } catch {
    if (existsSync(temporary)) rmSync(temporary);
  }
}

/** True where nothing a folder was read from has changed since. Only stats. */
export function isFresh({ read_at, read }: CachedFolder): boolean {
  return read.manifest.every((entry) => isUnchanged(entry, read_at));
}

function isUnchanged(entry: ManifestEntry, readAt: number): boolean {
  if (entry.ctime_ms > readAt - TICK_MS) return false;
  const stat = lstatSync(entry.path, { throwIfNoEntry: false });
  return (
    stat !== undefined && stat.size === entry.size && stat.mtimeMs === entry.mtime_ms && stat.ctimeMs === entry.ctime_ms
  );
}

function headOf(body: string, key: CacheKey): string {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return JSON.stringify({ reader: READER, ...key, sha256 });
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
