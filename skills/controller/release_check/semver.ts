/** A version as semver.org 2.0.0 has it; what follows `+` does not count. */
export interface Version {
  text: string;
  numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  /** Empty: no pre-release. */
  pre: readonly string[];
}

export function parseVersion(text: string): Version | null {
  const match = /^(\d{1,20})\.(\d{1,20})\.(\d{1,20})(?:-([\dA-Za-z.-]{1,200}))?(?:\+[\dA-Za-z.-]{1,200})?$/.exec(text);
  if (!match) return null;
  const [, major = '', minor = '', patch = '', pre = ''] = match;
  return { text, numbers: [BigInt(major), BigInt(minor), BigInt(patch)], pre: pre === '' ? [] : pre.split('.') };
}

/** Below 0: `a` comes first. */
export function compareVersions(a: Version, b: Version): number {
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [index, part] of a.pre.entries()) {
    const other = b.pre[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return a.pre.length - b.pre.length;
}

/** Numbers by value and below words; words by their characters. */
function compareParts(a: string, b: string): number {
  const [aNumber, bNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (aNumber !== bNumber) return aNumber ? -1 : 1;
  if (aNumber) return BigInt(a) === BigInt(b) ? 0 : BigInt(a) < BigInt(b) ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
