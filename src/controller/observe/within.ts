import { lstatSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ProductError } from '../../errors/product-error.js';
import { resolveInside } from '../../skills/inside.js';

/** A path that a tool may not look at, or that is not there. */
export class ObserveRefusedError extends ProductError {
  override readonly code = 'OBSERVE_REFUSED';
}

/**
 * The real path of `path` (relative ones start from the first root), if it lies inside one of the roots after symbolic links are resolved. Only of
 * what would lie inside it is said whether it exists: everything outside is refused alike, there or not.
 */
export function within(path: string, roots: readonly string[]): string {
  const wanted = resolve(roots[0] ?? '/', path);
  for (const root of roots) {
    const real = realOrSelf(root);
    const found = resolveInside(real, wanted);
    if (found.ok) return found.path;
    if (found.reason === 'missing' && wouldLieInside(real, wanted))
      throw new ObserveRefusedError({ en: `${path} does not exist.`, zh: `${path} 不存在。` });
  }
  throw new ObserveRefusedError({
    en: `${path} lies outside of what may be read: the workspace and the skills folder.`,
    zh: `${path} 不在可读取的范围内：工作目录和技能目录。`,
  });
}

/** Whether what is not there would lie inside `root`: the nearest folder above it that is there does. */
function wouldLieInside(root: string, missing: string): boolean {
  // A link that leads nowhere leads elsewhere for all that is known.
  if (isThere(missing)) return false;
  const above = dirname(missing);
  const found = resolveInside(root, above);
  if (found.ok) return true;
  return found.reason === 'missing' && above !== missing && wouldLieInside(root, above);
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function realOrSelf(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
