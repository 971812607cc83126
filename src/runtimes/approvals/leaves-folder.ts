import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isInside } from '../../skills/inside.js';
import type { ApprovalRequest } from '../driver.js';

/** Whether a request works in, or writes to, a place outside of the work directory. What cannot be told lies outside. */
export function leavesFolder({ cwd, writes }: Pick<ApprovalRequest, 'cwd' | 'writes'>, workDir: string): boolean {
  const root = realPlace(workDir);
  if (root === null) return true;
  const folder = resolve(workDir, cwd ?? '.');
  return [folder, ...writes.map((path) => (goesUp(path) ? '/' : resolve(folder, path)))].some((path) => {
    const place = realPlace(path);
    return place === null || !isInside(root, place);
  });
}

/** After a link, `..` is not where it seems to be. */
const goesUp = (path: string): boolean => path.split('/').includes('..');

/** Where a path leads, whether or not there is anything yet; null where a link leads to nothing that could be looked at. */
function realPlace(path: string): string | null {
  for (let there = path; ; there = dirname(there)) {
    try {
      return join(realpathSync(there), relative(there, path));
    } catch {
      if (isSomething(there) || dirname(there) === there) return null;
    }
  }
}

function isSomething(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Not even to be looked at, but for a name below a file, which is nothing.
    return true;
  }
}
