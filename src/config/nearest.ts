/** The known word a mistyped one probably meant; null where none is near. Words longer than 64 characters match nothing. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > 64) return null;
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = distanceOf(plain(word), plain(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `maxRounds`, `max-rounds` and `max_rounds` are the same word spelt differently. */
function plain(word: string): string {
  return word.replaceAll(/[-_\s]/g, '').toLowerCase();
}

/** A word that was left unfinished, or goes on, is as near as one wrong letter. */
function distanceOf(a: string, b: string): number {
  const begins = Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a));
  return begins ? Math.min(1, editDistance(a, b)) : editDistance(a, b);
}

/** Damerau's distance with adjacent swaps (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
