import type { ProductError } from '../errors/product-error.js';
import { verbatim } from '../errors/said.js';
import { StoreBusyError, StoreCorruptError, StoreFullError, StoreIoError, StoreReadOnlyError } from './store-errors.js';

/** The SQLITE_… name of a database error; null for any other error. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : null;
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(sqliteCode(error) ?? '');
}

/** What a database error means for the user; null where it is a defect of ours (a violated constraint, bad SQL). */
export function storeErrorOf(error: unknown, file: string, waited_ms: number): ProductError | null {
  const code = sqliteCode(error);
  if (code === null) return null;
  const cause = { cause: error };
  if (isBusy(error)) return new StoreBusyError(file, waited_ms, cause);
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return new StoreFullError(file, cause);
  if (/^SQLITE_READONLY/.test(code)) return new StoreReadOnlyError(file, cause);
  if (code === 'SQLITE_NOTADB')
    return new StoreCorruptError(file, { en: 'it is not a database', zh: '它不是数据库' }, cause);
  if (/^SQLITE_CORRUPT/.test(code))
    return new StoreCorruptError(file, { en: 'it is damaged or cut off', zh: '它已损坏或不完整' }, cause);
  if (/^SQLITE_(IOERR|CANTOPEN)/.test(code)) return new StoreIoError(file, verbatim(code), cause);
  return null;
}
