import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { StateInput } from '../environment/state-input.js';
import { ProductError } from '../errors/product-error.js';
import { verbatim } from '../errors/said.js';
import { StoreFullError, StoreIoError, StoreReadOnlyError } from './store-errors.js';

export class StateMissingError extends ProductError {
  override readonly code = 'STATE_MISSING';
  constructor(file: string, options?: { cause?: unknown }) {
    super(
      {
        en: `The state ${file} of that decision is not there; it may have been removed.`,
        zh: `那次判断所依据的状态 ${file} 不存在，可能已被清理。`,
      },
      options,
    );
  }
}

export class StateCorruptError extends ProductError {
  override readonly code = 'STATE_CORRUPT';
  constructor(file: string) {
    super({
      en: `${file} does not hold what its name says; the state of that decision cannot be shown.`,
      zh: `${file} 的内容与文件名不符，无法显示那次判断所依据的状态。`,
    });
  }
}

/** Keeps the state a decision was made on, once, under the hash of its bytes, and returns the hash. */
export async function writeState(statesDir: string, state: StateInput): Promise<string> {
  const { USER_INPUT, ENVIRONMENT_JSON, SKILLS_INDEX } = state;
  const bytes = Buffer.from(JSON.stringify({ USER_INPUT, ENVIRONMENT_JSON, SKILLS_INDEX }));
  const hash = createHash('sha256').update(bytes).digest('hex');
  const file = stateFile(statesDir, hash);
  try {
    if (!existsSync(file)) putInPlace(statesDir, file, bytes);
  } catch (error) {
    throw writeErrorOf(error, file);
  }
  return hash;
}

/** `hash` as a decision names it. */
export async function readState(statesDir: string, hash: string): Promise<StateInput> {
  const file = stateFile(statesDir, hash);
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new StateMissingError(file);
  const bytes = readIfThere(file);
  if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new StateCorruptError(file);
  return JSON.parse(bytes.toString('utf8')) as StateInput;
}

function writeErrorOf(error: unknown, file: string): Error {
  const code = String((error as NodeJS.ErrnoException).code);
  const cause = { cause: error };
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreFullError(file, cause);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new StoreReadOnlyError(file, cause);
  return new StoreIoError(file, verbatim(code), cause);
}

function stateFile(statesDir: string, hash: string): string {
  return join(statesDir, `${hash}.json`);
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StateMissingError(file, { cause: error });
  }
}

/** On disk before it has its name: a file of that name is whole. */
function putInPlace(statesDir: string, file: string, bytes: Buffer): void {
  mkdirSync(statesDir, { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  const fd = openSync(temporary, 'wx');
  try {
    writeSync(fd, bytes);
    fdatasyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, file);
}
