import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBoundedText } from '../config/bounded-file.js';
import { contentHash } from './content-hash.js';
import { SkillNotTrustableError, SkillUnknownError, TrustFileError } from './errors.js';
import type { Catalog, Package } from './package.js';

/** `changed`: it was trusted, and something in it is different now. */
export type TrustState = 'trusted' | 'changed' | 'untrusted';

export interface Trusted {
  name: string;
  dir: string;
  /** Of everything in it. */
  content_hash: string;
  at: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** Vouches for a skill's scripts as they are now. The record lies in the user's state folder, never in the skill. */
export function trustSkill(file: string, catalog: Catalog, name: string, now: Date): Trusted {
  const skill = catalog.packages.find((pkg) => pkg.kind === 'executor' && pkg.name === name);
  if (skill === undefined) {
    const there = catalog.packages.filter(hasScripts).map((pkg) => pkg.name);
    throw new SkillUnknownError(name, there);
  }
  if (!needsTrust(skill)) {
    const why =
      skill.source === 'bundled'
        ? { en: 'comes with the program', zh: '随程序附带' }
        : { en: 'has no scripts/ folder', zh: '没有 scripts/ 目录' };
    throw new SkillNotTrustableError({
      en: `The skill ${name} ${why.en}: there is nothing to trust.`,
      zh: `技能 ${name} ${why.zh}：没有需要信任的内容。`,
    });
  }
  const trusted = { name, dir: skill.dir, content_hash: contentHash(skill.dir), at: now.toISOString() };
  write(file, [...read(file).filter((other) => other.name !== name), trusted]);
  return trusted;
}

/** Whether a skill's scripts may be called; null where the question does not arise: it is bundled, or has none. */
export function trustOf(file: string, skill: Package): TrustState | null {
  if (!needsTrust(skill)) return null;
  const record = read(file).find(({ name, dir }) => name === skill.name && dir === skill.dir);
  if (record === undefined) return 'untrusted';
  try {
    return contentHash(skill.dir) === record.content_hash ? 'trusted' : 'changed';
  } catch {
    // What cannot be read as a whole is not what was vouched for.
    return 'changed';
  }
}

function needsTrust(skill: Package): boolean {
  return skill.source === 'user' && hasScripts(skill);
}

export function hasScripts({ kind, dir }: Package): boolean {
  return kind === 'executor' && statSync(join(dir, 'scripts'), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A damaged record trusts nobody. */
function read(file: string): Trusted[] {
  const text = readBoundedText(file, MAX_BYTES);
  if (!text.ok) return [];
  try {
    const value: unknown = JSON.parse(text.text);
    return Array.isArray(value) ? value.filter(isTrusted) : [];
  } catch {
    return [];
  }
}

function isTrusted(value: unknown): value is Trusted {
  const { name, dir, content_hash } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Trusted>;
  return typeof name === 'string' && typeof dir === 'string' && typeof content_hash === 'string';
}

function write(file: string, trusted: readonly Trusted[]): void {
  const temporary = `${file}.${process.pid}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${JSON.stringify(trusted, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new TrustFileError(file, cause);
  }
}
