import { createHash, randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readBoundedText } from './bounded-file.js';
import type { Graph } from './schema.js';

/** Grows whenever the same file is understood differently than before. */
const READER = 1;
const MAX_BYTES = 4 * 1024 * 1024;

/** The text of a configuration file and what tells that very file, on this very disk, from every other. */
export interface GraphSource {
  readonly file: string;
  readonly root: string;
  readonly text: string;
}

/**
 * What that text was understood to say, so that a start needs neither the YAML parser nor the schema. Null where there is no cache, or
 * one that is damaged, of another text or version, or was not made here: it names the file's inode and its time of change, which nobody
 * can know who hands the folder on.
 */
export function cachedGraph(source: GraphSource): Graph | null {
  const read = readBoundedText(cacheFile(source.root), MAX_BYTES);
  if (!read.ok) return null;
  const end = read.text.indexOf('\n');
  const body = read.text.slice(end + 1);
  try {
    return read.text.slice(0, end) === headOf(source, body) ? (JSON.parse(body) as Graph) : null;
  } catch {
    return null;
  }
}

/** Only into a folder that is there already: looking makes none. Where it cannot be written, the next start is slower and nothing else. */
export function cacheGraph(source: GraphSource, graph: Graph): void {
  const body = JSON.stringify(graph);
  // Infinity, and what else JSON has no word for.
  if (!isDeepStrictEqual(JSON.parse(body), graph)) return;
  const file = cacheFile(source.root);
  const temporary = `${file}.${process.pid}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, `${headOf(source, body)}\n${body}`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch {
    if (existsSync(temporary)) rmSync(temporary);
  }
}

/** Where the caches lie by default; another place is only known once the file is read. */
function cacheFile(root: string): string {
  return join(root, 'var', 'cache', 'graph.json');
}

function headOf({ file, text }: GraphSource, body: string): string {
  const { dev, ino, ctimeMs } = statSync(file);
  return JSON.stringify({ reader: READER, file, dev, ino, ctime_ms: ctimeMs, text: sha256(text), body: sha256(body) });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
