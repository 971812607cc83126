/** What is nested deeper is no message of any program, and would exhaust the stack of whoever walks it: `JSON.stringify` is one of them. */
const DEEPEST = 500;
/** One level takes two characters at least. */
const SHORTEST_DEEP = 2 * DEEPEST;

/** Whether a parsed value is nested too deep to be worked with. `length`: of the text that it was parsed from. */
export function isNestedTooDeep(value: unknown, length: number): boolean {
  return length > SHORTEST_DEEP && isNested(value) && exceeds(value, DEEPEST);
}

/** Most of what a long line holds are texts and numbers: they cost no call. */
function exceeds(value: object, levels: number): boolean {
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const part: unknown = value[at];
      if (isNested(part) && exceeds(part, levels - 1)) return true;
    }
    return false;
  }
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (isNested(part) && exceeds(part, levels - 1)) return true;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
