import { nearest } from '../config/nearest.js';
import type { YamlSource } from '../config/yaml-source.js';
import type { PackageCwd, PackageLimits, SkillMode } from './package.js';
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
const CWDS: readonly PackageCwd[] = ['project', 'package', 'job'];
const MODES: Readonly<Record<string, SkillMode>> = { sync: 'sync', pyskill: 'pyskill', process: 'pyskill' };

export function isPackageName(name: string): boolean {
  return NAME.test(name);
}

export function readFields(source: YamlSource, report: Report): Fields {
  const { entries, metadata } = gather(source, report);
  const line = (key: string): number => entries.get(canonical(key))?.line ?? 2;
  const value = (key: string): unknown => entries.get(canonical(key))?.value ?? null;
  const wrong = (key: string, expected: string, fix = ''): null => {
    report(error(line(key), 'field-type', `${key}: expected ${expected}, found ${describe(value(key))}.`, fix));
    return null;
  };
  const text = (key: string, most: number): string | null => {
    const given = value(key);
    if (given === null) return null;
    if (typeof given !== 'string') return wrong(key, 'a text', 'Quote it.');
    if (given.trim() === '') return null;
    return given.length <= most ? given.trim() : wrong(key, `a text of at most ${most} characters`);
  };
  const word = (key: string, pattern: RegExp): string | null => {
    const given = text(key, 256);
    if (given === null || pattern.test(given)) return given;
    return wrong(key, 'letters, digits, `-`, `_` and `.`, at most 64');
  };
  return {
    name: word('name', NAME),
    description: text('description', 4096),
    when_to_use: text('when_to_use', 4096),
    allowed_tools: readTools(value('allowed-tools'), () =>
      wrong('allowed-tools', 'a list of names, or names with spaces between'),
    ),
    skill_mode: choice(value('skill-mode'), MODES, () => wrong('skill-mode', 'sync or pyskill')),
    task_type: word('task-type', TASK_TYPE),
    workflow: text('workflow', 1024),
    command: readCommand(value('command'), () =>
      wrong('command', 'a list of words', 'Write it as [program, argument, "{param}"]: no shell takes it apart.'),
    ),
    cwd: choice(value('cwd'), Object.fromEntries(CWDS.map((cwd) => [cwd, cwd])), () => wrong('cwd', CWDS.join(', '))),
    limits: readLimits(value('limits'), source, line('limits'), report),
    idempotent:
      typeof value('idempotent') === 'boolean' || value('idempotent') === null
        ? (value('idempotent') as boolean | null)
        : wrong('idempotent', 'true or false'),
    max_attempts: wholeFrom1(value('max_attempts'), () => wrong('max_attempts', 'a whole number from 1 to 100')),
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
    else if (entries.has(name)) report(warning(line, 'key-twice', `${key} is there twice; the first counts.`));
    else entries.set(name, { value, line });
  }
  const inner = entries.get('metadata');
  if (inner === undefined || inner.value === null) return { entries, metadata: {} };
  if (typeof inner.value !== 'object' || Array.isArray(inner.value)) {
    report(error(inner.line, 'field-type', `metadata: expected a mapping, found ${describe(inner.value)}.`));
    return { entries, metadata: {} };
  }
  const rest = Object.entries(inner.value).filter(([key, value]) => {
    const name = canonical(key);
    if (!OWN.has(name)) return true;
    const line = source.lineOf(['metadata', key]);
    if (entries.has(name))
      report(warning(line, 'key-twice', `${key} is there twice; the one outside metadata counts.`));
    else entries.set(name, { value, line });
    return false;
  });
  return { entries, metadata: Object.fromEntries(rest) };
}

function unknownKey(key: string, line: number) {
  const near = nearest(key, [...KNOWN.values()]);
  const meant = near === null ? '' : ` Did you mean ${near}?`;
  return warning(
    line,
    'unknown-key',
    `unknown key ${key.slice(0, 64)}.${meant}`,
    'Correct it, or move it under metadata (`skills check --fix`).',
  );
}

export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const shown = JSON.stringify(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
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

const LIMIT_KEYS = ['wall_sec', 'idle_sec', 'output_bytes'] as const;
/** A year of seconds, a terabyte of output: beyond is a slip of the finger. */
const MOST = { wall_sec: 31_536_000, idle_sec: 31_536_000, output_bytes: 2 ** 40 };

function readLimits(value: unknown, source: YamlSource, line: number, report: Report): Partial<PackageLimits> {
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    report(
      error(line, 'field-type', `limits: expected a mapping of ${LIMIT_KEYS.join(', ')}, found ${describe(value)}.`),
    );
    return {};
  }
  const limits: Partial<PackageLimits> = {};
  for (const [key, given] of Object.entries(value)) {
    const name = LIMIT_KEYS.find((known) => known === canonical(key));
    const at = Math.max(source.lineOf(['limits', key]), source.lineOf(['metadata', 'limits', key]), line);
    if (name === undefined) {
      const near = nearest(key, LIMIT_KEYS);
      report(
        error(at, 'unknown-limit', `limits: unknown key ${key.slice(0, 64)}. Known: ${near ?? LIMIT_KEYS.join(', ')}.`),
      );
    } else if (typeof given !== 'number' || !(given > 0) || given > MOST[name]) {
      const message = `limits.${name}: expected a number above 0, at most ${MOST[name]}, found ${describe(given)}.`;
      report(error(at, 'limit-value', message, 'Every job ends some day: there is no unlimited.'));
    } else limits[name] = given;
  }
  return limits;
}
