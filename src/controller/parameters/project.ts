import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Project } from '../../config/config.js';
import { ownValue } from '../../skills/own-value.js';
import { mentions } from './mentions.js';

/** The name a request gives its project by: `project=NAME`. */
export const PROJECT = 'project';

export interface ProjectRequest {
  readonly text: string;
  readonly pairs: ReadonlyMap<string, string>;
  readonly projects: Readonly<Record<string, Project>>;
  readonly default_project: string | null;
  /** What relative folders in the request resolve from. */
  readonly root: string;
  /** Paths of the text that are a parameter's value: they say which part of the project, not which project. */
  readonly parts: readonly string[];
}

/** `unknown`: what `project=…` named is neither a project nor a folder. */
export type ProjectChoice = { readonly project: Project | null } | { readonly unknown: string };

/**
 * Which project a request is about: `project=NAME`, else the longest project name the text holds, else a folder or URL it
 * names (laid over the default project), else the default one.
 */
export function chooseProject(request: ProjectRequest): ProjectChoice {
  const { text, pairs, projects, default_project, root, parts } = request;
  const given = pairs.get(PROJECT);
  if (given !== undefined) {
    const folder = folderOf(given, root);
    const project = ownValue(projects, given) ?? (folder === null ? null : adHoc(given, folder));
    return project === null ? { unknown: given } : { project };
  }
  const named = Object.keys(projects)
    .filter((name) => mentions(text, name))
    .sort((a, b) => b.length - a.length)[0];
  const base = named ?? default_project;
  const project = base === null ? null : (ownValue(projects, base) ?? null);
  const url = /https?:\/\/[^\s，。；、,;）)】》"'”]+/u.exec(text)?.[0];
  if (url !== undefined) return { project: { ...(project ?? adHoc(url, null)), base_url: url } };
  const folder = named === undefined ? folderNamedIn(text, root, parts) : null;
  return { project: folder === null ? project : adHoc(folder.name, folder.path) };
}

/** Only what looks like a path: it holds a slash, or starts with a dot, and such a folder exists. */
function folderNamedIn(text: string, root: string, parts: readonly string[]): { name: string; path: string } | null {
  for (const [token] of text.matchAll(
    /(?:\.{1,2}\/|~?\/)?[\w@.+-]+(?:\/[\w@.+-]+)+\/?|(?:\.{1,2}|~)?\/[\w@.+-]+\/?/gu,
  )) {
    const path = parts.includes(token) ? null : folderOf(token, root);
    if (path !== null) return { name: token, path };
  }
  return null;
}

function folderOf(token: string, root: string): string | null {
  const expanded = token.startsWith('~/') ? join(homedir(), token.slice(2)) : token;
  const path = isAbsolute(expanded) ? expanded : resolve(root, expanded);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : null;
}

function adHoc(name: string, path: string | null): Project {
  return { name, path, test_command: null, base_url: null, dataset: null };
}
