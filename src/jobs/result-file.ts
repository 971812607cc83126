import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '../processes/output/decode.js';
import { jsonFlaw } from '../protocol/json-flaw.js';
import { quote } from '../protocol/quote.js';
import type { Claim } from './decide.js';
import { JOB_FILES } from './files.js';
import { verdictOf } from './status.js';

/** A result larger than this is refused: it is read whole. Large data belongs into a file that the result names. */
const RESULT_BYTES = 4 * 1024 * 1024;
/** The last JSON line of stdout is looked for in its last so many bytes. */
const STDOUT_TAIL_BYTES = 256 * 1024;
const DEEPEST_RESULT = 64;

export interface ReadResult {
  claim: Claim;
  /** The workflow's own words; empty where it gave none. */
  text: string;
  data: unknown;
}

const NONE: ReadResult = { claim: { kind: 'none' }, text: '', data: null };

/** What a workflow says about its result: result.json, else the last JSON line of stdout that has a task_status. */
export async function readResult(directory: string): Promise<ReadResult> {
  const file = await openPlain(join(directory, JOB_FILES.result));
  if (file === 'absent') return readFromStdout(directory);
  if (file === 'not-a-file') return invalid('result.json is not a regular file');
  try {
    const { size } = await file.stat();
    if (size > RESULT_BYTES) return invalid(`result.json has ${size} bytes, more than the ${RESULT_BYTES} allowed`);
    const text = decodeText(await readFrom(file, 0, size)).replace(/^\ufeff/, '');
    return shaped(parseObject(text));
  } finally {
    await file.close();
  }
}

async function readFromStdout(directory: string): Promise<ReadResult> {
  const file = await openPlain(join(directory, JOB_FILES.stdout));
  if (typeof file === 'string') return NONE;
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - STDOUT_TAIL_BYTES);
    const lines = decodeText(await readFrom(file, start, size - start)).split('\n');
    for (const line of lines.reverse()) {
      const trimmed = line.trim();
      if (!trimmed.startsWith('{')) continue;
      const found = parseObject(trimmed);
      if (found !== null && 'task_status' in found) return shaped(found);
    }
    return NONE;
  } finally {
    await file.close();
  }
}

/** Neither follows a link out of the folder nor waits at a pipe for a writer. */
async function openPlain(path: string): Promise<FileHandle | 'absent' | 'not-a-file'> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'not-a-file';
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return 'not-a-file';
}

async function readFrom(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function shaped(result: Record<string, unknown> | null): ReadResult {
  if (result === null) return invalid('result.json is not one whole JSON object');
  const flaw = jsonFlaw(result, DEEPEST_RESULT);
  if (flaw !== null) return invalid(`the result ${flaw}`);
  const { task_status, task_result, data = null } = result;
  if (task_status !== 'done' && task_status !== 'failed') {
    return invalid(
      `task_status is ${task_status === undefined ? 'missing' : quote(task_status)}, neither "done" nor "failed"`,
    );
  }
  const verdict = verdictOf(typeof data === 'object' && data !== null ? (data as { verdict?: unknown }).verdict : null);
  const text =
    typeof task_result === 'string' ? task_result : task_result === undefined ? '' : JSON.stringify(task_result);
  return { claim: { kind: 'given', task_status, verdict }, text, data };
}

function invalid(problem: string): ReadResult {
  return { claim: { kind: 'invalid', problem }, text: '', data: null };
}
