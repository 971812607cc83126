import { MAX_FIELD_BYTES } from '../../environment/field-limits.js';
import { ImportError, tooLong } from './import-error.js';

const MAX_DEPTH = 500;

interface Visit {
  value: object;
  depth: number;
  path: () => string;
}

/**
 * Refuses what could harm whoever reads it later: nesting that overflows a stack, keys that name an object's prototype, texts so long that
 * writing them again with every round would take seconds.
 */
export function requireHarmless(root: unknown, rootPath: string): void {
  if (typeof root !== 'object' || root === null) return;
  const open: Visit[] = [{ value: root, depth: 1, path: () => rootPath }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, depth, path } = visit;
    if (depth > MAX_DEPTH) {
      const deep = { en: `nested deeper than ${MAX_DEPTH} levels`, zh: `嵌套超过 ${MAX_DEPTH} 层` };
      throw new ImportError(shortened(path()), deep);
    }
    const isList = Array.isArray(value);
    for (const [key, child] of Object.entries(value) as [string, unknown][]) {
      if (key === '__proto__')
        throw new ImportError(childPath(path(), key, isList), { en: 'this key is not allowed', zh: '不允许这个键' });
      if (typeof child === 'string') requireAtMost(child, MAX_FIELD_BYTES, () => childPath(path(), key, isList));
      if (typeof child !== 'object' || child === null) continue;
      open.push({ value: child, depth: depth + 1, path: () => childPath(path(), key, isList) });
    }
  }
}

function requireAtMost(text: string, most: number, path: () => string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > most) throw new ImportError(shortened(path()), tooLong(bytes, most));
}

/** The same bound for a value of any shape, as the JSON it is kept as. */
export function requireSmall(value: unknown, path: string): void {
  requireAtMost(JSON.stringify(value), MAX_FIELD_BYTES, () => path);
}

export function childPath(parent: string, key: string | number, isList: boolean): string {
  if (isList) return `${parent}[${key}]`;
  return parent === '' ? String(key) : `${parent}.${key}`;
}

function shortened(path: string): string {
  return path.length <= 120 ? path : `${path.slice(0, 80)}…`;
}
