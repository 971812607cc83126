import { setTimeout as delay } from 'node:timers/promises';
import { StoreBusyError, StoreFullError, StoreIoError, StoreReadOnlyError } from '../store/store-errors.js';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * Repeats a write until it is stored, with growing pauses, for as long as the trouble may pass. What was done is done: only the writing is repeated.
 */
export async function persist<T>(write: () => Promise<T>, log: (message: string) => void = () => {}): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!mayPass(error)) throw error;
      log(`${(error as Error).message} Trying again in ${wait} ms.`);
      await delay(wait);
    }
  }
}

function mayPass(error: unknown): boolean {
  return (
    error instanceof StoreBusyError ||
    error instanceof StoreFullError ||
    error instanceof StoreIoError ||
    error instanceof StoreReadOnlyError ||
    lacksRoom(error)
  );
}

/** A file was not written because its file system has no room for it now. */
export function lacksRoom(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS';
}
