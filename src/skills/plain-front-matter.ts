import type { YamlPath, YamlSource } from '../config/yaml-source.js';

/** Words that YAML reads as something other than a text. */
const NOT_TEXT = /^(?:null|true|false|y|n|yes|no|on|off|nan|inf)$/i;
const KEY = /^( *)([A-Za-z][A-Za-z0-9_-]*):(?: +(.*))?$/;
const PLAIN = /^[\p{L}][^\n]*$/u;
const QUOTED = /^"[^"\\]*"$/;
const ITEM = /^(?:"[^"\\]*"|[A-Za-z][A-Za-z0-9_./=-]*)$/;
/** Controls and what YAML counts as a line's end or leaves out are the parser's business. */
const UNUSUAL = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u;

/**
 * Front matter of the plainest kind — texts, numbers, booleans, lists on one line, one level of indentation — read as the YAML
 * parser reads it, without loading the parser, which costs more than all the rest of reading a new package. Null: not that plain.
 */
export function readPlainFrontMatter(text: string): YamlSource | null {
  const value: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  let inner: Record<string, unknown> | null = null;
  let parent = '';
  for (const [i, raw] of text.split(/\r?\n/).entries()) {
    // Other blanks than these are text to YAML.
    const line = raw.replace(/[ \t]+$/, '');
    if (line === '' || /^ *#/.test(line)) continue;
    const [, indent, key, given = ''] = KEY.exec(line) ?? [];
    if (indent === undefined || key === undefined || UNUSUAL.test(line) || key === 'constructor' || key === 'prototype')
      return null;
    if (indent !== '' && (indent !== '  ' || inner === null)) return null;
    const into = indent === '' ? value : inner;
    if (into === null || Object.hasOwn(into, key)) return null;
    lines.set(indent === '' ? key : `${parent}.${key}`, i + 1);
    if (given === '') {
      if (indent !== '') return null;
      inner = {};
      parent = key;
      value[key] = inner;
      continue;
    }
    const scalar = valueOfText(given);
    if (scalar === undefined) return null;
    into[key] = scalar;
    if (indent === '') inner = null;
  }
  if (lines.size === 0) return null;
  // A key with nothing under it is empty, not a mapping.
  for (const [key, mapping] of Object.entries(value)) if (isEmptyMapping(mapping)) value[key] = null;
  return { value, lineOf: (path) => lineOf(lines, path) };
}

function valueOfText(text: string): unknown {
  if (/^(?:true|false)$/.test(text)) return text === 'true';
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  if (QUOTED.test(text)) return text.slice(1, -1);
  if (text.startsWith('[')) return listOf(text);
  if (!PLAIN.test(text) || NOT_TEXT.test(text) || /: |:$| #|\t/.test(text)) return undefined;
  return text;
}

function listOf(text: string): string[] | undefined {
  if (!text.endsWith(']')) return undefined;
  const inside = text.slice(1, -1).trim();
  if (inside === '') return [];
  const items = inside.match(/"[^"\\]*"|[^,"]+|,/g) ?? [];
  const words = items.map((item) => item.trim()).filter((_, i) => i % 2 === 0);
  const commas = items.filter((_, i) => i % 2 === 1);
  const plain =
    commas.every((comma) => comma === ',') && items.length % 2 === 1 && words.every((word) => ITEM.test(word));
  if (!plain || words.some((word) => NOT_TEXT.test(word))) return undefined;
  return words.map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));
}

function isEmptyMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

function lineOf(lines: ReadonlyMap<string, number>, path: YamlPath): number {
  const [outer, innerKey] = path;
  const nested = innerKey === undefined ? undefined : lines.get(`${outer}.${innerKey}`);
  const [first = 1] = lines.values();
  return nested ?? lines.get(String(outer)) ?? first;
}
