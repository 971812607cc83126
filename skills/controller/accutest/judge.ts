import type { Verdict } from '../../kit/language.js';
import type { Baseline } from './baseline.js';
import { isFatal, isRed, type Note } from './notes.js';
import type { Scores } from './scores/scores.js';

export interface Limits {
  min_accuracy: number | null;
  min_f1: number | null;
}

/** Sums of decimals are not exact: 23 of 25 is 0.92. */
const ROUNDING = 1e-9;

/**
 * What the scores say against what is asked. On the same rows any loss against the baseline counts; on other rows only one that chance
 * does not explain: the 95 % intervals do not overlap.
 */
export function compare(scores: Scores, limits: Limits, baseline: Baseline | null, rows_id: string): Note[] {
  const notes: Note[] = [];
  const { accuracy, interval, macro } = scores;
  const { min_accuracy, min_f1 } = limits;
  if (min_accuracy !== null) {
    if (accuracy < min_accuracy - ROUNDING) notes.push({ code: 'below_accuracy', accuracy, limit: min_accuracy });
    else if (interval[0] < min_accuracy) notes.push({ code: 'close_call', low: interval[0], limit: min_accuracy });
  }
  if (min_f1 !== null && macro.f1 < min_f1 - ROUNDING) notes.push({ code: 'below_f1', f1: macro.f1, limit: min_f1 });
  if (baseline !== null && accuracy < baseline.accuracy - ROUNDING) {
    const same = baseline.rows_id === rows_id;
    const seen = { accuracy, baseline: baseline.accuracy };
    if (same) notes.push({ code: 'below_baseline', ...seen, same_rows: 'same' });
    else if (interval[1] < baseline.interval[0]) notes.push({ code: 'below_baseline', ...seen, same_rows: 'other' });
    else notes.push({ code: 'within_noise', ...seen });
  }
  if (min_accuracy === null && min_f1 === null && baseline === null) notes.push({ code: 'no_limits' });
  return notes;
}

export function verdictOf(notes: readonly Note[]): Verdict {
  if (notes.some(isFatal)) return 'error';
  return notes.some(isRed) ? 'failed' : 'passed';
}
