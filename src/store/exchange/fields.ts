import { type Said, verbatim } from '../../errors/said.js';
import { childPath, requireSmall } from './harmless.js';
import { ImportError, MISSING, tooLong } from './import-error.js';

/** Ids above this are refused: rounds are counted on from them. */
const MAX_ID = 1_000_000_000;

/**
 * Reads an imported object key by key. Every reader refuses a wrong type naming its path; `rest` is what nobody asked for.
 */
export class Fields {
  readonly path: string;
  readonly #object: Record<string, unknown>;
  readonly #read = new Set<string>();

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const place = path === '' ? { en: 'the top level', zh: '最外层' } : path;
      throw new ImportError(place, misfit({ en: 'an object', zh: '对象' }, value));
    }
    this.path = path;
    this.#object = value as Record<string, unknown>;
  }

  at(key: string): string {
    return childPath(this.path, key, false);
  }

  /** Absent and null are the same. */
  raw(key: string): unknown {
    this.#read.add(key);
    return Object.hasOwn(this.#object, key) ? (this.#object[key] ?? undefined) : undefined;
  }

  text(key: string): string | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.wrong(key, { en: 'text', zh: '文本' }, value);
    if (value.includes('\0'))
      throw new ImportError(this.at(key), { en: 'the text holds a NUL character', zh: '文本中有 NUL 字符' });
    return value;
  }

  /** A text of at most so many bytes of UTF-8. */
  textWithin(key: string, most: number): string | undefined {
    const value = this.text(key);
    const bytes = Buffer.byteLength(value ?? '');
    if (bytes > most) throw new ImportError(this.at(key), tooLong(bytes, most));
    return value;
  }

  requiredText(key: string): string {
    const value = this.text(key);
    if (value === undefined) throw new ImportError(this.at(key), MISSING);
    return value;
  }

  /** A whole number from `least`, or its decimal digits as text. */
  id(key: string, least: 0 | 1): number | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    const id = typeof value === 'string' && /^(0|[1-9]\d{0,9})$/.test(value) ? Number(value) : value;
    if (typeof id !== 'number' || !Number.isInteger(id) || id < least || id > MAX_ID) {
      const range = { en: `a whole number from ${least} to ${MAX_ID}`, zh: `整数（${least} 到 ${MAX_ID}）` };
      throw this.wrong(key, range, value);
    }
    return id;
  }

  list(key: string): unknown[] {
    const value = this.raw(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.wrong(key, { en: 'a list', zh: '列表' }, value);
    return value;
  }

  /** A time that can be read; kept as it was written. */
  time(key: string): string | undefined {
    const value = this.text(key);
    if (value !== undefined && Number.isNaN(Date.parse(value)))
      throw this.wrong(key, { en: 'a time', zh: '时间' }, value);
    return value;
  }

  /** Unread keys and their values, in their order. */
  rest(): Record<string, unknown> {
    const unread = Object.entries(this.#object).filter(([key]) => !this.#read.has(key));
    for (const [key, value] of unread) requireSmall(value, this.at(key));
    return Object.fromEntries(unread);
  }

  /** Gives a key that was read back to the rest. */
  unread(key: string): void {
    this.#read.delete(key);
  }

  wrong(key: string, expected: Said, value: unknown): ImportError {
    return new ImportError(this.at(key), misfit(expected, value));
  }
}

function misfit(expected: Said, value: unknown): Said {
  const found = kindOf(value);
  return { en: `${expected.en} was expected, not ${found.en}`, zh: `应为${expected.zh}，实际是：${found.zh}` };
}

function kindOf(value: unknown): Said {
  if (value === undefined) return { en: 'nothing', zh: '空' };
  if (value === null) return verbatim('null');
  if (Array.isArray(value)) return { en: 'a list', zh: '列表' };
  if (typeof value === 'object') return { en: 'an object', zh: '对象' };
  const shown = JSON.stringify(value);
  return verbatim(shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`);
}
