import { constants, mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where what belongs to an invocation lies. Absolute paths. */
export interface InvocationPaths {
  /** 0700; kept. */
  readonly dir: string;
  /** JSON lines of LoggedEvent, 0600. */
  readonly events: string;
  /** The whole answer of a completed one, 0600. */
  readonly answer: string;
  /** 0700; there as long as something of the invocation may be. */
  readonly scratch: string;
}

/** All scratch folders: what is in here and has no live recorder was left behind. */
export const scratchRoot = (stateDir: string): string => join(stateDir, 'scratch');

export function invocationPaths(stateDir: string, id: string): InvocationPaths {
  const dir = join(stateDir, 'invocations', id);
  return {
    dir,
    events: join(dir, 'events.jsonl'),
    answer: join(dir, 'answer.txt'),
    scratch: join(scratchRoot(stateDir), id),
  };
}

/** A file that only its owner reads, and that lines are added to. Made new: one that is there is refused. */
export interface PrivateLog {
  append(line: string): Promise<void>;
  /** Everything appended is on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export async function makeInvocationFiles(paths: InvocationPaths): Promise<PrivateLog> {
  await mkdir(paths.dir, { recursive: true, mode: 0o700 });
  const file = await open(paths.events, NEW_LOG, 0o600);
  return {
    append: async (line) => {
      await file.appendFile(`${line}\n`);
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
}

const NEW_LOG = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Only when the invocation is on record: a scratch folder without a record is removed by whoever finds it. At once, since it is part of
 * starting the run.
 */
export function makeScratch(paths: InvocationPaths): string {
  mkdirSync(paths.scratch, { recursive: true, mode: 0o700 });
  return paths.scratch;
}

/** Nothing came of it: not even its record. */
export async function removeInvocationFiles(paths: InvocationPaths): Promise<void> {
  await rm(paths.dir, { recursive: true, force: true });
}

export async function removeScratch(paths: InvocationPaths): Promise<void> {
  await rm(paths.scratch, { recursive: true, force: true, maxRetries: 3 });
}

/** On disk when it resolves. */
export async function writeAnswer(paths: InvocationPaths, content: string): Promise<void> {
  let file: FileHandle | null = null;
  try {
    file = await open(paths.answer, 'w', 0o600);
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file?.close();
  }
}

/** Null where there is none. */
export async function readAnswer(paths: Pick<InvocationPaths, 'answer'>): Promise<string | null> {
  try {
    return await readFile(paths.answer, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
