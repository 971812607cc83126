import type { JobProgress } from '../jobs/progress.js';
import type { CliWords } from './words/words.js';

/** How far a job says it is, with what it counts in the reader's language. */
export function progressText(
  { text, unit }: Pick<JobProgress, 'text' | 'unit'>,
  words: Pick<CliWords, 'unit'>,
): string {
  // It stands behind the count, which comes first.
  return unit === null ? text : text.replace(` ${unit}`, () => ` ${words.unit(unit)}`);
}
