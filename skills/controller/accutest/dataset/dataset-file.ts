import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Note } from '../notes.js';
import { delimiterOf } from './csv-reader.js';
import { readChunks } from './read-chunks.js';

type Decoder = InstanceType<typeof TextDecoder>;

export type Encoding = 'utf-8' | 'utf-16le' | 'gb18030';

/** A data set whose form is known. It is read as a stream each time it is needed. */
export interface DatasetFile {
  path: string;
  kind: 'csv' | 'jsonl';
  /** Of CSV. */
  delimiter: string;
  encoding: Encoding;
  /** Bytes in no encoding were replaced. */
  damaged: boolean;
  sha256: string;
}

/** Looks at the whole file once: its hash, and the encoding in which all of it is valid. */
export async function openDataset(path: string): Promise<DatasetFile | Note> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { code: 'dataset_missing', file: path };
  if (!stat.isFile()) return { code: 'dataset_kind', file: path };
  if (stat.size === 0) return { code: 'dataset_empty', file: path };
  const { encoding, damaged, sha256, head } = await examine(path);
  const extension = extname(path).toLowerCase();
  const start = head.trimStart();
  const isLines = extension === '.jsonl' || extension === '.ndjson' || start.startsWith('{');
  if (!isLines && (extension === '.json' || start.startsWith('['))) return { code: 'dataset_kind', file: path };
  const delimiter = extension === '.tsv' ? '\t' : delimiterOf(head);
  return { path, kind: isLines ? 'jsonl' : 'csv', delimiter, encoding, damaged, sha256 };
}

/** The file's text from its start, in pieces. */
export async function* readText({ path, encoding }: Pick<DatasetFile, 'path' | 'encoding'>): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of readChunks(path)) {
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function examine(path: string): Promise<Pick<DatasetFile, 'encoding' | 'damaged' | 'sha256'> & { head: string }> {
  const hash = createHash('sha256');
  let first: Buffer | null = null;
  let valid: Decoder | null = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of readChunks(path)) {
    first ??= Buffer.from(chunk);
    hash.update(chunk);
    if (valid !== null && !decodes(valid, chunk)) valid = null;
  }
  if (valid !== null && !decodes(valid, null)) valid = null;
  const start = first ?? Buffer.alloc(0);
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  const isGb = !isUtf16 && valid === null && (await allDecodes(path, 'gb18030'));
  const encoding = isUtf16 ? 'utf-16le' : isGb ? 'gb18030' : 'utf-8';
  const head = new TextDecoder(encoding).decode(start, { stream: true });
  return { encoding, damaged: !isUtf16 && valid === null && !isGb, sha256: hash.digest('hex'), head };
}

async function allDecodes(path: string, encoding: Encoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of readChunks(path)) {
    if (!decodes(decoder, chunk)) return false;
  }
  return decodes(decoder, null);
}

function decodes(decoder: Decoder, chunk: Buffer | null): boolean {
  try {
    if (chunk === null) decoder.decode();
    else decoder.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}
