import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBoundedBytes, readBoundedText } from '../config/bounded-file.js';
import type { Said } from '../errors/said.js';
import { type ActionPolicy, openPolicy, PolicyFormatError } from '../policy/action-file.js';
import { parsed } from '../policy/meta-shape.js';
import { type PolicyRecord, recordShape, shortId } from './policy-record.js';
import { PolicyNotKeptError, recordUnread } from './registry-errors.js';

export const MOST_BYTES = 256 * 1024 * 1024;

/** Throws PolicyFormatError. A file under another name than its hash's was swapped or renamed: it is refused. */
export async function readPolicy(folder: string, id: string): Promise<ActionPolicy> {
  const file = join(folder, `${id}.bin`);
  const read = readBoundedBytes(file, MOST_BYTES);
  if (!read.ok) {
    const { en, zh } = read.refusal.message;
    throw new PolicyFormatError({ en: `the file ${en}`, zh: `文件${zh}` }, file);
  }
  const policy = openPolicy(read.bytes, file);
  const held = shortId(policy);
  if (held === id) return policy;
  throw new PolicyFormatError({ en: `it holds the weights of ${held}`, zh: `其中是 ${held} 的权重` }, file);
}

export interface ReadRecord {
  /** Null where there is none, or none of this form. */
  readonly record: PolicyRecord | null;
  /** Why one that is there is taken for none; null: it is not. */
  readonly unread: Said | null;
}

export async function readRecord(folder: string, id: string): Promise<ReadRecord> {
  const file = join(folder, `${id}.json`);
  const read = readBoundedText(file, MOST_BYTES);
  if (!read.ok && read.refusal.reason === 'missing') return { record: null, unread: null };
  const record = read.ok ? parsed(Buffer.from(read.text)) : undefined;
  return recordShape(id)(record)
    ? { record: record as PolicyRecord, unread: null }
    : { record: null, unread: recordUnread(file) };
}

/** None where the folder cannot be read. */
export async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.bin'))
    .map((name) => name.slice(0, -'.bin'.length))
    .sort();
}

/**
 * Throws PolicyNotKeptError where `replace` could write no file into the folder: known before what is to be kept has been worked for. Leaves
 * nothing behind.
 */
export async function checkWritable(folder: string): Promise<void> {
  const file = join(folder, 'probe');
  const made = await mkdir(folder, { recursive: true }).catch((error) => {
    throw new PolicyNotKeptError(file, error);
  });
  await replace(file, '');
  await rm(file, { force: true });
  if (made !== undefined) await removeEmpty(folder, made);
}

/** The folder and those above it up to `top`, as long as nothing is in them. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let at = folder; at.startsWith(top); at = dirname(at)) {
    if (
      !(await rmdir(at).then(
        () => true,
        () => false,
      ))
    )
      return;
  }
}

/** All of it or nothing. Throws PolicyNotKeptError. */
export async function replace(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new PolicyNotKeptError(file, error);
  }
}
