import { realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

export type Resolved =
  | { ok: true; path: string; stat: Stats }
  | { ok: false; reason: 'missing' | 'outside' | 'link-loop' | 'unreadable' };

/** Where a path leads once symbolic links are followed, if that is inside `root` (itself resolved). Nothing outside is opened. */
export function resolveInside(root: string, path: string): Resolved {
  try {
    if (path.includes('\0')) return { ok: false, reason: 'missing' };
    const real = realpathSync(path);
    return isInside(root, real) ? { ok: true, path: real, stat: statSync(real) } : { ok: false, reason: 'outside' };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ELOOP') return { ok: false, reason: 'link-loop' };
    return { ok: false, reason: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' };
  }
}

/** Lexically; both resolved. A folder is inside itself. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
