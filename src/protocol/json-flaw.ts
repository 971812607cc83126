/**
 * What makes a value that was read from JSON unfit to be kept: nesting that would end in a stack overflow where it is walked or
 * written, a key that names an object's prototype. Null: nothing.
 */
export function jsonFlaw(value: unknown, levels: number): string | null {
  return flawBelow(value, levels, levels);
}

function flawBelow(value: unknown, levels: number, left: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (left === 0) return `is nested more than ${levels} levels deep`;
  if (Object.hasOwn(value, '__proto__')) return 'has a key "__proto__"';
  for (const member of Object.values(value)) {
    const flaw = flawBelow(member, levels, left - 1);
    if (flaw !== null) return flaw;
  }
  return null;
}
