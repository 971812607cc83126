import { readBoundedText } from '../../../config/bounded-file.js';
import type { Said } from '../../../errors/said.js';
import { RuntimeConfigError } from '../errors.js';

/** A document that somebody else's program keeps: nothing in it is taken for granted. */
export type Settings = Readonly<Record<string, unknown>>;

/** No settings file of a command line is near this size. */
const MAX_BYTES = 4 * 1024 * 1024;

type Format = 'json' | 'toml' | 'yaml' | 'env';

/**
 * What a settings file says; null where there is none. Only reads. Throws RuntimeConfigError where it is there and cannot be read;
 * that names the line and never quotes it, since it may hold a key.
 */
export async function readSettings(file: string, format: Format): Promise<Settings | null> {
  const read = readBoundedText(file, MAX_BYTES);
  if (!read.ok) {
    if (read.refusal.reason === 'missing') return null;
    throw unreadable(file, read.refusal.message);
  }
  if (read.text.trim() === '') return {};
  const value = await PARSERS[format](read.text, file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Settings;
  throw unreadable(file, { en: 'does not hold settings', zh: '中不是设置' });
}

const PARSERS: Readonly<Record<Format, (text: string, file: string) => unknown>> = {
  json: parseJson,
  toml: parseToml,
  yaml: parseYaml,
  env: parseEnv,
};

/** With comments, trailing commas and names without quotes, as those programs allow them. */
async function parseJson(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { default: json5 } = await import('json5');
    try {
      return json5.parse(text);
    } catch (error) {
      const { lineNumber } = error as { lineNumber?: number };
      throw unreadable(file, notWritten('JSON', lineNumber ?? null));
    }
  }
}

async function parseToml(text: string, file: string): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    throw unreadable(file, notWritten('TOML', error instanceof TomlError ? error.line : null));
  }
}

async function parseYaml(text: string, file: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw unreadable(file, notWritten('YAML', error.linePos?.[0].line ?? null));
  return document.toJS({ maxAliasCount: 100 });
}

/** `NAME=value` lines, with or without `export` and quotes. */
function parseEnv(text: string): Settings {
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, written = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) continue;
    const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(written);
    found[name] = quoted?.[2] ?? written.replace(/\s+#.*$/, '');
  }
  return found;
}

function notWritten(format: string, line: number | null): Said {
  if (line === null) return { en: `is not ${format}`, zh: `不是 ${format}` };
  return { en: `is not ${format}: line ${line}`, zh: `不是 ${format}：第 ${line} 行` };
}

function unreadable(file: string, { en, zh }: Said): RuntimeConfigError {
  return new RuntimeConfigError({
    en: `${file} ${en}. Nothing was imported; mend it, or add a channel by hand.`,
    zh: `${file} ${zh}。没有导入任何内容；请改正它，或手动添加 channel。`,
  });
}

/** The member of that name where it is a table; empty elsewhere. */
export function section(settings: unknown, ...path: readonly string[]): Settings {
  let inner: unknown = settings;
  for (const name of path) {
    inner =
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? (inner as Settings)[name] : null;
  }
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Settings) : {};
}

/** The member of that name where it is a text that is not empty. */
export function textAt(settings: Settings, name: string): string | null {
  const value = settings[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
