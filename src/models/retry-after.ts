const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 16_000;

/** Milliseconds until the next try: as the answer asks (`retry-after-ms`, `retry-after` in seconds or as a date), else longer each time. */
export function waitBefore(tries: number, headers: Headers | null, now: Date): number {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const after = headers?.get('retry-after') ?? null;
  if (after !== null) {
    const seconds = Number(after);
    if (seconds >= 0) return seconds * 1_000;
    const date = Date.parse(after);
    if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  }
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}
