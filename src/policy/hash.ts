/** 32-bit rolling hash over integers (murmur3's block and final mixes): quick, well spread, the same on every machine. */
export const FIRST_STATE = 0x9e3779b9 | 0;

export function mix(state: number, value: number): number {
  let block = Math.imul(value, 0xcc9e2d51);
  block = (block << 15) | (block >>> 17);
  let next = state ^ Math.imul(block, 0x1b873593);
  next = (next << 13) | (next >>> 19);
  return (Math.imul(next, 5) + 0xe6546b64) | 0;
}

/** Ends a hash: every input bit reaches every output bit. Unsigned. */
export function seal(state: number): number {
  let hash = state;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function hashText(state: number, text: string): number {
  let hash = state;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}
