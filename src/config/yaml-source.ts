import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type YAMLError,
} from 'yaml';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { yamlFault } from './yaml-fault.js';

export type YamlPath = readonly (string | number)[];

export interface YamlProblem {
  line: number;
  column: number;
  message: Said;
}

export interface YamlSource {
  /** Plain objects, arrays and scalars; no aliases, no tags, no `__proto__` keys. */
  value: unknown;
  /** Line of the key or item at `path`, or of what is nearest above it. */
  lineOf(path: YamlPath): number;
}

export type YamlRead = { ok: true; source: YamlSource } | { ok: false; problem: YamlProblem };

export interface YamlLimits {
  nesting: number;
  /** `*name` references in the whole text; 0 refuses them. */
  aliases: number;
}

/** More than any file written by hand has. Beyond them the parser itself takes minutes or all memory. */
const MOST = { lines: 10_000, brackets: 10_000, commas: 50_000, directives: 16 };
const FLOOD: Readonly<Record<keyof typeof MOST, string>> = {
  lines: '行',
  brackets: '括号',
  commas: '逗号',
  directives: '指令',
};
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses text that nobody vouches for: nothing is constructed or executed, and the cost is bounded before the parser starts.
 * Importing this file loads the parser: who has to start quickly imports it when there is something to parse.
 */
export function parseYaml(text: string, limits: YamlLimits): YamlRead {
  const flood = floodOf(text);
  if (flood !== null) return { ok: false, problem: flood };
  const counter = new LineCounter();
  // Keys are compared here and not by the parser, whose comparison is quadratic. Pretty errors cost a scan of the text each, and
  // `silent` would also hide that there is a second document.
  const options = {
    uniqueKeys: false,
    prettyErrors: false,
    stringKeys: true,
    merge: true,
    logLevel: 'error',
  } as const;
  const doc = parseDocument(text, { ...options, lineCounter: counter });
  const at = (offset: number, message: Said): YamlRead => {
    const { line, col } = counter.linePos(offset);
    return { ok: false, problem: { line: Math.max(line, 1), column: Math.max(col, 1), message } };
  };
  const [error] = doc.errors;
  if (error) return at(error.pos[0], isOverflow(error) ? tooDeep(limits) : yamlFault(error));
  const [warning] = doc.warnings;
  if (warning) return at(warning.pos[0], yamlFault(warning));
  const offence = offenceIn(doc.contents, limits);
  if (offence) return at(offence.offset, offence.message);
  try {
    return { ok: true, source: sourceOf(doc, counter) };
  } catch (cause) {
    return at(0, saidBy(cause));
  }
}

function floodOf(text: string): YamlProblem | null {
  const count = { lines: 1, brackets: 0, commas: 0, directives: 0 };
  let lineStart = 0;
  for (let i = 0; i < text.length; i += 1) {
    const kind = kindOf(text[i], i === lineStart);
    if (kind === null) continue;
    count[kind] += 1;
    if (count[kind] > MOST[kind]) {
      const message = {
        en: `too many ${kind} for a file written by hand`,
        zh: `${FLOOD[kind]}过多，不像手写的文件`,
      };
      return { line: count.lines, column: i - lineStart + 1, message };
    }
    if (kind === 'lines') lineStart = i + 1;
  }
  return null;
}

function kindOf(char: string | undefined, startsLine: boolean): keyof typeof MOST | null {
  if (char === '\n') return 'lines';
  if (char === ',') return 'commas';
  if (char === '[' || char === ']' || char === '{' || char === '}') return 'brackets';
  return char === '%' && startsLine ? 'directives' : null;
}

function isOverflow({ message }: YAMLError): boolean {
  return /call stack/i.test(message);
}

const tooDeep = ({ nesting }: YamlLimits): Said => ({
  en: `nested deeper than ${nesting} levels`,
  zh: `嵌套超过 ${nesting} 层`,
});

const NO_REFERENCES: Said = { en: 'references (*name) are refused here', zh: '这里不允许引用（*name）' };
const MANY_REFERENCES: Said = { en: 'too many references (*name)', zh: '引用（*name）过多' };

interface Offence {
  offset: number;
  message: Said;
}

/** The first thing a hand-written file has no business with. Iterative, since depth is one of them. */
function offenceIn(root: unknown, limits: YamlLimits): Offence | null {
  const stack: { node: unknown; depth: number }[] = [{ node: root, depth: 0 }];
  let aliases = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next;
    const offset = offsetOf(node);
    if (depth > limits.nesting) return { offset, message: tooDeep(limits) };
    if (isAlias(node)) {
      aliases += 1;
      if (aliases > limits.aliases) {
        return { offset, message: limits.aliases === 0 ? NO_REFERENCES : MANY_REFERENCES };
      }
    } else if (isSeq(node)) {
      for (const item of node.items) stack.push({ node: item, depth: depth + 1 });
    } else if (isMap(node)) {
      const seen = new Set<string>();
      for (const pair of node.items) {
        const key = keyOf(pair.key);
        const where = offsetOf(pair.key);
        if (FORBIDDEN_KEYS.has(key))
          return { offset: where, message: { en: `the key ${key} is refused`, zh: `不允许键 ${key}` } };
        if (seen.has(key) && key !== '<<')
          return { offset: where, message: { en: `the key ${key} is there twice`, zh: `键 ${key} 出现了两次` } };
        seen.add(key);
        stack.push({ node: pair.value, depth: depth + 1 });
      }
    }
  }
  return null;
}

function keyOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function sourceOf(doc: Document.Parsed, counter: LineCounter): YamlSource {
  const lineOf = (path: YamlPath): number => {
    let node: unknown = doc.contents;
    let offset = offsetOf(node);
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(doc);
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => keyOf(key) === String(step));
        if (pair === undefined) break;
        offset = offsetOf(pair.key);
        node = pair.value;
      } else if (isSeq(node)) {
        const item: unknown = node.items[Number(step)];
        if (item === undefined) break;
        offset = offsetOf(item);
        node = item;
      } else break;
    }
    return Math.max(counter.linePos(offset).line, 1);
  };
  return { value: doc.toJS({ maxAliasCount: 100 }) as unknown, lineOf };
}
