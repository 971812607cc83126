/** What lies at a path of something parsed that nobody has checked; undefined where there is nothing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The texts of a list of `{type: "text", text}` blocks, one after the other. */
export function textOfBlocks(blocks: readonly unknown[]): string {
  return blocks
    .filter((block) => at(block, 'type') === 'text')
    .map((block) => textAt(block, 'text') ?? '')
    .join('');
}

/** The value that a text holds as JSON; null where it is none. */
export function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
