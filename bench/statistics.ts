/** The value that half of the samples stay below. NaN for none. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

/** `12.3 ms (41 runs, 11.0–19.8)`: the median with how many samples there are and where nine tenths of them lie. */
export function inMs(samples: readonly number[]): string {
  const sorted = [...samples].sort((one, other) => one - other);
  const at = (part: number): string => (sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN).toFixed(1);
  return `${median(samples).toFixed(1)} ms (${samples.length} runs, ${at(0.05)}–${at(0.95)})`;
}
