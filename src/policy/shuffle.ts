/** xorshift32: a small reproducible generator of unsigned 32-bit integers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 0x6d2b79f5;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/** Fisher–Yates in place. */
export function shuffle<T extends { length: number; [at: number]: unknown }>(items: T, random: () => number): T {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random() % (last + 1);
    const kept = items[last];
    items[last] = items[other];
    items[other] = kept;
  }
  return items;
}
