import * as z from 'zod/mini';
import { expectationOf, expected } from '../../config/expectation.js';
import type { Said } from '../../errors/said.js';
import type { RecordProblem } from './errors.js';

/** Letters, digits, `.`, `_` and `-`: fit for a command line, a file's name and a list. */
const ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;

const idText = expected(
  'letters, digits, . _ - (at most 64, a letter or digit first)',
  '字母、数字、. _ -（最多 64 个，以字母或数字开头）',
);
export const id = z.string(idText).check(z.regex(ID, idText));

/** One line that is not empty. Control characters have no place in a list or a command line. */
export function line(most = 200) {
  const text = expected(`one line of 1 to ${most} characters`, `一行文本，1 到 ${most} 个字符`);
  return z.string(text).check(z.minLength(1, text), z.maxLength(most, text), z.regex(/^\P{Cc}*$/u, text));
}

/** Text of several lines; may be empty. */
export function prose(most: number) {
  const text = expected(`a text of at most ${most} characters`, `文本，最多 ${most} 个字符`);
  return z.string(text).check(
    z.maxLength(most, text),
    z.refine((value) => !value.includes('\0'), text),
  );
}

export function oneOf<const T extends readonly string[]>(values: T) {
  const names = values.join(', ');
  return z.enum(values, expected(`one of ${names}`, `以下之一：${names}`));
}

export const mapping = expected('an object', '对象');

/** What a JSON document says, checked. Members that are null count as absent. A problem names its place and never what was found there. */
export function readRecord<T>(schema: z.ZodMiniType<T>, given: unknown): { value: T } | { problems: RecordProblem[] } {
  const parsed = schema.safeParse(withoutNulls(given));
  if (parsed.success) return { value: parsed.data };
  return { problems: parsed.error.issues.flatMap(problemsOf) };
}

function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
}

function problemsOf(issue: z.core.$ZodIssue): RecordProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, shownName(key)].join('.'), message: UNKNOWN }));
  }
  if (issue.code === 'invalid_key') {
    const place = [...path.slice(0, -1), shownName(path.at(-1) ?? '')].join('.');
    return issue.issues.map(({ message }) => ({ path: place, message: expectedSaid(message) }));
  }
  return [{ path: path.join('.') || '(all)', message: expectedSaid(issue.message) }];
}

function expectedSaid(message: string): Said {
  const { en, zh } = expectationOf(message);
  return { en: `expected ${en}`, zh: `应为${zh}` };
}

const UNKNOWN: Said = { en: 'there is no such field', zh: '没有这个字段' };

/** A name that is none may be a key pasted in the wrong place: keys have digits, names that somebody mistyped hardly ever. */
function shownName(name: string): string {
  return /^[A-Za-z_. -]{1,40}$/.test(name) ? name : '(…)';
}
