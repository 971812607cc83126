import { dirname, isAbsolute, join } from 'node:path';
import type { Said } from '../../../errors/said.js';
import type { ApiFormat, Channel, ChannelModel } from '../../channel.js';
import { type Settings, section, textAt } from './settings-file.js';

/** Where a command line's configuration is looked for. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly home: string;
}

/** What a channel could be made of, as some configuration has it. */
export type Draft = Omit<Channel, 'id' | 'runtimeId' | 'label'> & {
  /** What tells it from the main one; null: it is the main one. */
  readonly name: string | null;
};

export interface OwnConfiguration {
  /** The files it was read from. Empty: there is none. */
  readonly files: readonly string[];
  readonly drafts: readonly Draft[];
  /** What was found and left out, and why. */
  readonly notes: readonly Said[];
}

/** Collects what is found of one command line. */
export class Findings {
  readonly files: string[] = [];
  readonly drafts: Draft[] = [];
  readonly notes: Said[] = [];

  note(en: string, zh: string): void {
    this.notes.push({ en, zh });
  }

  leftOut(what: string, en: string, zh: string): void {
    this.note(`${what} was left out: ${en}`, `未导入 ${what}：${zh}`);
  }
}

/** How a program writes "the value of a variable" in its settings. */
export type ReferenceStyle = 'none' | 'dollar' | 'braces';

/** How a settings file writes values; paths in it start from its own folder, or the home. */
export interface Notation {
  readonly style: ReferenceStyle;
  readonly file: string;
  readonly home: string;
}

/**
 * A value as a channel has it: a reference where the program refers, else the text. Null where nothing is there, or where it is
 * something that no channel can say; that is noted.
 */
export function valueAs(
  written: unknown,
  what: string,
  findings: Findings,
  { style, file, home }: Notation,
): string | null {
  if (typeof written !== 'string' || written === '') return null;
  if (style === 'none') return written;
  if (written.startsWith('!')) {
    findings.leftOut(what, 'its value is what a command prints', '它的值来自一条命令的输出');
    return null;
  }
  const whole = style === 'dollar' ? /^\$(?:\{(\w+)\}|(\w+))$/.exec(written) : /^\{env:(\w+)\}$/.exec(written);
  const name = whole?.[1] ?? whole?.[2];
  if (name !== undefined) return `env:${name}`;
  const path = style === 'braces' ? /^\{file:([^{}]+)\}$/.exec(written)?.[1] : undefined;
  if (path !== undefined) return `file:${absolute(path, file, home)}`;
  const mixed = style === 'dollar' ? /\$\{\w+\}/ : /\{(?:env|file):/;
  if (!mixed.test(written)) return written;
  findings.leftOut(what, 'it is put together of several values', '它由多个值拼成');
  return null;
}

function absolute(path: string, file: string, home: string): string {
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? path : join(dirname(file), path);
}

/** A map of values, each as `valueAs` says; absent where none is left. */
export function valuesOf(
  settings: Settings,
  what: string,
  findings: Findings,
  how: Notation,
): Record<string, string> | undefined {
  const values = Object.entries(settings).flatMap(([name, written]): [string, string][] => {
    const value = valueAs(written, `${what}.${name}`, findings, how);
    return value === null ? [] : [[name, value]];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** Only the members that are there. */
export function present<T extends Record<string, unknown>>(
  members: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], null | undefined>;
  };
}

/** Where nothing is known, the back-end decides. */
export function modelsOf(ids: readonly (string | null)[]): ChannelModel[] {
  const known = [...new Set(ids.filter((id) => id !== null))];
  return known.length === 0 ? [{ id: 'default', label: 'default' }] : known.map((id) => ({ id, label: id }));
}

/** Ids of a list of models, or of a table by id. */
export function modelIds(models: unknown): string[] {
  if (!Array.isArray(models)) return Object.keys(section(models));
  return models.flatMap((model) => (typeof model === 'string' ? model : textAt(section(model), 'id')) ?? []);
}

/** The names of request formats in the settings of several programs. */
const FORMATS: Readonly<Record<string, ApiFormat>> = {
  'openai-completions': 'openai_chat',
  'openai-responses': 'openai_responses',
  'anthropic-messages': 'anthropic',
  'google-generative-ai': 'gemini_native',
  '@ai-sdk/openai-compatible': 'openai_chat',
  '@ai-sdk/openai': 'openai_responses',
  '@ai-sdk/anthropic': 'anthropic',
  '@ai-sdk/google': 'gemini_native',
};

export function formatOf(written: string | null): ApiFormat | null {
  return written === null ? null : (FORMATS[written] ?? null);
}
