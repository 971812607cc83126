import { join } from 'node:path';
import { isRecord } from '../../kit/record.js';
import { readSmallFile } from './read-small-file.js';

export interface Manifest {
  file: string;
  name: string | null;
  /** As it is written; null where there is none. */
  version: string | null;
  /** The parsed `package.json`; null for other kinds. */
  json: Record<string, unknown> | null;
}

/** What says the project's version: package.json, pyproject.toml, Cargo.toml or a file VERSION. */
export function readManifest(folder: string): Manifest | null {
  const text = readSmallFile(join(folder, 'package.json'));
  if (text !== null) {
    const json = parseObject(text);
    const word = (key: string): string | null => (typeof json?.[key] === 'string' ? json[key] : null);
    return { file: 'package.json', name: word('name'), version: word('version'), json };
  }
  for (const [file, sections] of [
    ['pyproject.toml', ['project', 'tool.poetry']],
    ['Cargo.toml', ['package', 'workspace.package']],
  ] as const) {
    const toml = readSmallFile(join(folder, file));
    if (toml === null) continue;
    const found = sections.map((section) => tomlSection(toml, section)).find((one) => one.version !== null);
    return { file, name: found?.name ?? null, version: found?.version ?? null, json: null };
  }
  const version = readSmallFile(join(folder, 'VERSION'));
  return version === null
    ? null
    : { file: 'VERSION', name: null, version: version.trim().replace(/^v(?=\d)/, ''), json: null };
}

export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** `name` and `version` of one table; plain strings only, which is how they are written. */
function tomlSection(text: string, section: string): { name: string | null; version: string | null } {
  let inside = false;
  const found: { name: string | null; version: string | null } = { name: null, version: null };
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line);
    if (header) inside = header[1]?.trim() === section;
    const pair = inside ? /^\s*(name|version)\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(line) : null;
    if (pair?.[1] === 'name' || pair?.[1] === 'version') found[pair[1]] ??= pair[2] ?? pair[3] ?? null;
  }
  return found;
}
