import { resolve } from 'node:path';
import { UsageError } from '../errors/product-error.js';

/** The store was named by a URL. A file of that name would be made where nobody looks for it, and the URL may hold a password. */
export class StateNotAFileError extends UsageError {
  override readonly code = 'STATE_NOT_A_FILE';

  constructor(scheme: string) {
    super({
      en: `${scheme}… cannot be the store: it is a file on a local disk. Name one with --state or paths.state.`,
      zh: `${scheme}… 不能用作数据库：数据库是本地磁盘上的文件。请用 --state 或 paths.state 指定一个。`,
    });
  }
}

/** The absolute path of the store that `--state` or `paths.state` names. Throws StateNotAFileError. */
export function stateFile(base: string, named: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(named)?.[0];
  if (scheme !== undefined) throw new StateNotAFileError(scheme);
  return resolve(base, named);
}
