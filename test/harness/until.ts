import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `probe` gives something truthy and returns it; fails loudly at the deadline. For conditions that have no event to await. */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  limitMs = 15_000,
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value) return value as Exclude<T, false | null | undefined | 0 | ''>;
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain until ${what}`);
    await delay(15);
  }
}
