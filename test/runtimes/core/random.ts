/** Numbers by a seed (mulberry32), so that a failing case can be played again. */
export interface Chance {
  /** At least 0, below `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
}

export function chance(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)] as never, oneIn: (times) => below(times) === 0 };
}
