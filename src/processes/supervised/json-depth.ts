/** What is nested deeper is no message of any program, and would exhaust the stack of whoever walks it: `JSON.stringify` is one of them. */
const DEEPEST = 500;
/** One level takes two characters at least. */
const SHORTEST_DEEP = 2 * DEEPEST;

/** Whether a parsed value is nested too deep to be worked with. `length`: of the text that it was parsed from. */
export function isNestedTooDeep(value: unknown, length: number): boolean {
  return length > SHORTEST_DEEP && exceeds(value, DEEPEST);
}

function exceeds(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((one) => exceeds(one, levels - 1));
  for (const key in value) if (exceeds((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
