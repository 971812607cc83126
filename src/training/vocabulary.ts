import type { ActionVocabulary } from '../policy/action-model.js';
import { extract } from '../policy/features.js';
import { buildKeyTable } from '../policy/key-table.js';
import { inverseFrequency } from '../policy/vectors.js';

/** n-grams of fewer texts are noise: nothing general can be learnt from one text. */
const LEAST_TEXTS = 2;

/** The n-grams that at least two of the texts hold, in order of first occurrence. */
export function vocabularyOf(texts: readonly string[]): ActionVocabulary {
  const counts = new Map<number, number>();
  for (const text of texts) for (const key of extract(text).keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= LEAST_TEXTS);
  return {
    table: buildKeyTable(Uint32Array.from(kept, ([key]) => key)),
    idf: Float32Array.from(kept, ([, count]) => inverseFrequency(texts.length, count)),
  };
}
