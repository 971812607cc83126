import { UsageError } from '../../errors/product-error.js';
import type { Face } from '../face.js';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

export async function prune(face: Face, olderThan: string): Promise<number> {
  const pruned = await (await face.app()).prune(ageMs(olderThan));
  if (face.json) face.printJson(pruned);
  else face.print(face.words.pruned(pruned.jobs.length, pruned.runs.length));
  return 0;
}

/** `12h`, `7d`: a whole number and one of s, m, h, d, w; in ms. */
export function ageMs(text: string): number {
  const match = /^(\d{1,6})([smhdw])$/.exec(text);
  const unit = match === null ? undefined : UNITS[match[2] ?? ''];
  if (match === null || unit === undefined) {
    throw new UsageError({
      en: `--older-than takes an age such as 12h, 7d or 4w, not '${text}'.`,
      zh: `--older-than 的值应为时长，例如 12h、7d 或 4w，而不是 '${text}'。`,
    });
  }
  return Number(match[1]) * unit;
}
