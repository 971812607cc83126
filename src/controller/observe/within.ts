import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProductError } from '../../errors/product-error.js';
import { resolveInside } from '../../skills/inside.js';

/** A path that a tool may not look at, or that is not there. */
export class ObserveRefusedError extends ProductError {
  override readonly code = 'OBSERVE_REFUSED';
}

/** The real path of `path` (relative ones start from the first root), if it lies inside one of the roots after symbolic links are resolved. */
export function within(path: string, roots: readonly string[]): string {
  const wanted = resolve(roots[0] ?? '/', path);
  for (const root of roots) {
    const found = resolveInside(realOrSelf(root), wanted);
    if (found.ok) return found.path;
    if (found.reason === 'missing')
      throw new ObserveRefusedError({ en: `${path} does not exist.`, zh: `${path} 不存在。` });
  }
  throw new ObserveRefusedError({
    en: `${path} lies outside of what may be read: the workspace and the skills folder.`,
    zh: `${path} 不在可读取的范围内：工作目录和技能目录。`,
  });
}

function realOrSelf(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
