/** What changed between two results of the same kind. Pure. */
export interface Difference {
  /** Numbers that both have and that differ, in the order of the newer result. */
  readonly numbers: readonly { readonly name: string; readonly before: number; readonly after: number }[];
  /** Named entries (failing tests, targets) that only the newer one has. */
  readonly appeared: readonly string[];
  /** Named entries that only the older one had. */
  readonly gone: readonly string[];
  readonly verdict: { readonly before: string; readonly after: string } | null;
}

const MAX_NUMBERS = 12;
const MAX_NAMES = 10;
const MAX_DEPTH = 4;

/** Compares the `data` of two results: numbers by path, lists of `{name}` as sets, verdicts. */
export function differenceOf(before: unknown, after: unknown): Difference {
  const [old, fresh] = [numbersOf(before), numbersOf(after)];
  const numbers = [...fresh].flatMap(([name, value]) => {
    const was = old.get(name);
    return was === undefined || was === value ? [] : [{ name, before: was, after: value }];
  });
  const [oldNames, freshNames] = [namesOf(before), namesOf(after)];
  return {
    numbers: numbers.slice(0, MAX_NUMBERS),
    appeared: [...freshNames].filter((name) => !oldNames.has(name)).slice(0, MAX_NAMES),
    gone: [...oldNames].filter((name) => !freshNames.has(name)).slice(0, MAX_NAMES),
    verdict: verdictChange(before, after),
  };
}

/** `counts.passed` → 19: every finite number of nested objects, by path. Lists are not entered: their order says nothing. */
function numbersOf(data: unknown, path = '', depth = 0): Map<string, number> {
  if (typeof data === 'number' && Number.isFinite(data)) return new Map([[path, data]]);
  if (depth >= MAX_DEPTH || !isRecord(data)) return new Map();
  const found = new Map<string, number>();
  for (const [key, value] of Object.entries(data)) {
    for (const [name, number] of numbersOf(value, path === '' ? key : `${path}.${key}`, depth + 1))
      found.set(name, number);
  }
  return found;
}

function namesOf(data: unknown): Set<string> {
  if (!isRecord(data)) return new Set();
  const entries = Object.values(data)
    .filter((value) => Array.isArray(value))
    .flat() as unknown[];
  return new Set(entries.flatMap((entry) => (isRecord(entry) && typeof entry.name === 'string' ? [entry.name] : [])));
}

function verdictChange(before: unknown, after: unknown): Difference['verdict'] {
  const [was, is] = [verdictIn(before), verdictIn(after)];
  return was === null || is === null || was === is ? null : { before: was, after: is };
}

function verdictIn(data: unknown): string | null {
  return isRecord(data) && typeof data.verdict === 'string' ? data.verdict : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `counts.passed: 19 → 21 (+2)`. */
export function changed({ name, before, after }: Difference['numbers'][number]): string {
  const by = Number((after - before).toPrecision(6));
  return `${name}: ${before} → ${after} (${by > 0 ? '+' : ''}${by})`;
}
