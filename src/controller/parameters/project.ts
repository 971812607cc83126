import { existsSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Project } from '../../config/config.js';

export interface ProjectChoice {
  readonly project: Project | null;
  /** How it was found; null where there is none. */
  readonly source: 'request' | 'default' | null;
}

/**
 * Which project a request is about: `project=NAME`, else the longest project name the text holds, else a folder or URL it
 * names (laid over the default project), else the default one.
 */
export function chooseProject(
  text: string,
  pairs: ReadonlyMap<string, string>,
  projects: Readonly<Record<string, Project>>,
  defaultProject: string | null,
  root: string,
): ProjectChoice {
  const given = pairs.get('project');
  if (given !== undefined) {
    const project = projects[given];
    if (project !== undefined) return { project, source: 'request' };
    const folder = asFolder(given, root);
    if (folder !== null) return { project: adHoc(given, folder), source: 'request' };
  }
  const named = Object.keys(projects)
    .filter((name) => mentions(text, name))
    .sort((a, b) => b.length - a.length)[0];
  const base = named ?? defaultProject;
  const project = base === null ? null : (projects[base] ?? null);
  const url = /https?:\/\/[^\s，。；,;）)"'”]+/u.exec(text)?.[0];
  if (url !== undefined) {
    return { project: { ...(project ?? adHoc(url, null)), base_url: url }, source: 'request' };
  }
  if (named === undefined) {
    const folder = folderNamedIn(text, root);
    if (folder !== null) return { project: adHoc(folder.name, folder.path), source: 'request' };
  }
  return { project, source: project === null ? null : named === undefined ? 'default' : 'request' };
}

/** A name counts only as a whole: neither a letter, digit, '_' nor '-' of the same script may touch it. */
function mentions(text: string, name: string): boolean {
  const lower = text.toLowerCase();
  const wanted = name.toLowerCase();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const before = lower[at - 1] ?? ' ';
    const after = lower[at + wanted.length] ?? ' ';
    if (!/[a-z0-9_-]/.test(before) && !/[a-z0-9_]|-[a-z0-9]/.test(after + (lower[at + wanted.length + 1] ?? '')))
      return true;
  }
  return false;
}

/** Only what looks like a path: it holds a slash, or starts with a dot, and such a folder exists. */
function folderNamedIn(text: string, root: string): { name: string; path: string } | null {
  for (const [token] of text.matchAll(/(?:\.{1,2}\/|~?\/)?[\w@.+-]+(?:\/[\w@.+-]+)+\/?|\.{1,2}\/[\w@.+-]+/gu)) {
    const path = asFolder(token, root);
    if (path !== null) return { name: token, path };
  }
  return null;
}

function asFolder(token: string, root: string): string | null {
  const path = isAbsolute(token) ? token : resolve(root, token);
  return existsSync(path) && statSync(path).isDirectory() ? path : null;
}

function adHoc(name: string, path: string | null): Project {
  return { name, path, test_command: null, base_url: null, dataset: null };
}
