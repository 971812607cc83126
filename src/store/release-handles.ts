import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * libsql keeps a database's files open, and its log unmerged, until the last prepared statement is collected as garbage, and offers no
 * other way to end one. So closing collects: a few milliseconds, once.
 */
export function releaseHandles(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
