import { didYouMean } from '../config/hint.js';
import { nearest } from '../config/nearest.js';
import type { YamlSource } from '../config/yaml-source.js';
import type { Said } from '../errors/said.js';
import { COMMAND_FIX, EXPECTED, misfitOf } from './field-words.js';
import { CWDS, type PackageCwd, type PackageLimits, type SkillMode } from './package.js';
import { readLimits } from './read-limits.js';
import { error, type Report, warning } from './report.js';

/** Keys of the open Agent Skills layout. */
export const SPEC_KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'] as const;

/** Ours: at the top level or under `metadata`. */
export const OWN_KEYS = [
  'when_to_use',
  'skill-mode',
  'task-type',
  'workflow',
  'command',
  'cwd',
  'limits',
  'idempotent',
  'max_attempts',
  'agent',
] as const;

/** What a SKILL.md says, before it is known whether it is a package or an overlay. Absent things are null. */
export interface Fields {
  name: string | null;
  description: string | null;
  when_to_use: string | null;
  allowed_tools: string[];
  skill_mode: SkillMode | null;
  task_type: string | null;
  workflow: string | null;
  command: string[] | null;
  cwd: PackageCwd | null;
  limits: Partial<PackageLimits>;
  idempotent: boolean | null;
  max_attempts: number | null;
  agent: string | null;
  metadata: Record<string, unknown>;
  lineOf(key: string): number;
}

/** `-` and `_` are the same in a key. */
const canonical = (key: string): string => key.replaceAll('-', '_');
const KNOWN = new Map([...SPEC_KEYS, ...OWN_KEYS].map((key) => [canonical(key), key as string]));
const OWN = new Set(OWN_KEYS.map(canonical));
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
const TASK_TYPE = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
const MODES: Readonly<Record<string, SkillMode>> = { sync: 'sync', pyskill: 'pyskill', process: 'pyskill' };

export function isPackageName(name: string): boolean {
  return NAME.test(name);
}

export function readFields(source: YamlSource, report: Report): Fields {
  const { entries, metadata } = gather(source, report);
  const line = (key: string): number => entries.get(canonical(key))?.line ?? 2;
  const value = (key: string): unknown => entries.get(canonical(key))?.value ?? null;
  const wrong = (key: string, expected: Said, fix?: Said): null => {
    report(error(line(key), 'field-type', misfitOf(key, expected, value(key)), fix));
    return null;
  };
  const text = (key: string, most: number): string | null => {
    const given = value(key);
    if (given === null) return null;
    if (typeof given !== 'string')
      return wrong(key, { en: 'a text', zh: '文本' }, { en: 'Quote it.', zh: '请加引号。' });
    if (given.trim() === '') return null;
    if (given.length <= most) return given.trim();
    return wrong(key, { en: `a text of at most ${most} characters`, zh: `不超过 ${most} 个字符的文本` });
  };
  const word = (key: string, pattern: RegExp): string | null => {
    const given = text(key, 256);
    if (given === null || pattern.test(given)) return given;
    return wrong(key, EXPECTED.word);
  };
  return {
    name: word('name', NAME),
    description: text('description', 4096),
    when_to_use: text('when_to_use', 4096),
    allowed_tools: readTools(value('allowed-tools'), () => wrong('allowed-tools', EXPECTED.tools)),
    skill_mode: choice(value('skill-mode'), MODES, () => wrong('skill-mode', EXPECTED.mode)),
    task_type: word('task-type', TASK_TYPE),
    workflow: text('workflow', 1024),
    command: readCommand(value('command'), () => wrong('command', EXPECTED.command, COMMAND_FIX)),
    cwd: choice(value('cwd'), Object.fromEntries(CWDS.map((cwd) => [cwd, cwd])), () => wrong('cwd', EXPECTED.cwd)),
    limits: readLimits(value('limits'), source, line('limits'), report),
    idempotent:
      typeof value('idempotent') === 'boolean' || value('idempotent') === null
        ? (value('idempotent') as boolean | null)
        : wrong('idempotent', EXPECTED.boolean),
    max_attempts: wholeFrom1(value('max_attempts'), () => wrong('max_attempts', EXPECTED.attempts)),
    agent: text('agent', 256),
    metadata,
    lineOf: line,
  };
}

interface Entry {
  value: unknown;
  line: number;
}

/** Known keys by canonical name, the top level before `metadata`; and what is left of `metadata`. */
function gather(
  source: YamlSource,
  report: Report,
): { entries: Map<string, Entry>; metadata: Record<string, unknown> } {
  const entries = new Map<string, Entry>();
  const top = Object.entries(source.value as Record<string, unknown>);
  for (const [key, value] of top) {
    const line = source.lineOf([key]);
    const name = canonical(key);
    if (!KNOWN.has(name)) report(unknownKey(key, line));
    else if (entries.has(name)) {
      const message = { en: `${key} is there twice; the first counts.`, zh: `${key} 出现了两次，以第一个为准。` };
      report(warning(line, 'key-twice', message));
    } else entries.set(name, { value, line });
  }
  const inner = entries.get('metadata');
  if (inner === undefined || inner.value === null) return { entries, metadata: {} };
  if (typeof inner.value !== 'object' || Array.isArray(inner.value)) {
    report(error(inner.line, 'field-type', misfitOf('metadata', { en: 'a mapping', zh: '键值映射' }, inner.value)));
    return { entries, metadata: {} };
  }
  const rest = Object.entries(inner.value).filter(([key, value]) => {
    const name = canonical(key);
    if (!OWN.has(name)) return true;
    const line = source.lineOf(['metadata', key]);
    if (entries.has(name)) {
      const message = {
        en: `${key} is there twice; the one outside metadata counts.`,
        zh: `${key} 出现了两次，以 metadata 之外的为准。`,
      };
      report(warning(line, 'key-twice', message));
    } else entries.set(name, { value, line });
    return false;
  });
  return { entries, metadata: Object.fromEntries(rest) };
}

function unknownKey(key: string, line: number) {
  const near = nearest(key, [...KNOWN.values()]);
  const meant = near === null ? null : didYouMean(near);
  const shown = key.slice(0, 64);
  const message = {
    en: `unknown key ${shown}.${meant === null ? '' : ` ${meant.en}`}`,
    zh: `未知的键 ${shown}。${meant?.zh ?? ''}`,
  };
  const fix = {
    en: 'Correct it, or move it under metadata (`skills check --fix`).',
    zh: '请改正，或把它移到 metadata 下（`skills check --fix`）。',
  };
  return warning(line, 'unknown-key', message, fix);
}

function readTools(value: unknown, wrong: () => null): string[] {
  if (value === null) return [];
  if (typeof value === 'string') return toolNames(value);
  if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
  wrong();
  return [];
}

/** Blanks and commas separate, except inside parentheses: `Bash(git status:*) Read`. */
function toolNames(text: string): string[] {
  return text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
}

function readCommand(value: unknown, wrong: () => null): string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length === 0 || value.length > 256) return wrong();
  const items = value.map((item: unknown) =>
    typeof item === 'number' || typeof item === 'boolean' ? String(item) : item,
  );
  return items.every((item): item is string => typeof item === 'string') ? items : wrong();
}

function choice<T extends string>(value: unknown, words: Readonly<Record<string, T>>, wrong: () => null): T | null {
  if (value === null) return null;
  return (typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined) ?? wrong();
}

function wholeFrom1(value: unknown, wrong: () => null): number | null {
  if (value === null) return null;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100 ? value : wrong();
}
