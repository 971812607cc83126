import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Files that make a folder a project of its own. */
const MANIFESTS = ['package.json', 'pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini'];

export type Target =
  | {
      kind: 'project';
      folder: string /** Part of the project, relative, with `/`; null for all of it. */;
      part: string | null;
      own: boolean;
    }
  | { kind: 'missing'; path: string };

/** What a requested path means: a part of the project, or another project (then its configured command does not apply). */
export function locate(project: string, path: string | undefined): Target {
  if (path === undefined) return { kind: 'project', folder: project, part: null, own: true };
  const expanded = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
  const full = isAbsolute(expanded) ? expanded : resolve(project, expanded);
  if (!existsSync(full)) return { kind: 'missing', path };
  const part = relative(project, full);
  if (part === '') return { kind: 'project', folder: project, part: null, own: true };
  const inside = part !== '..' && !part.startsWith(`..${sep}`) && !isAbsolute(part);
  const folder = isFolder(full);
  if (folder && (!inside || MANIFESTS.some((name) => existsSync(join(full, name))))) {
    return { kind: 'project', folder: full, part: null, own: false };
  }
  if (!inside) return { kind: 'missing', path };
  const name = part.split(sep).join('/');
  // A file must not be taken for an option of the runner.
  return { kind: 'project', folder: project, part: name.startsWith('-') ? `./${name}` : name, own: true };
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
