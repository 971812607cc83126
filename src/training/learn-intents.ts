import { type ActionVocabulary, type Words, wordsOf } from '../policy/action-vector.js';
import { addRows } from '../policy/add-rows.js';
import { INTENTS, type Intent, type IntentWeights, shares } from '../policy/intents.js';
import { quantize } from '../policy/quantize.js';
import { seededRandom, shuffle } from '../policy/shuffle.js';

/** A request and what it is about. */
export interface IntentLesson {
  readonly text: string;
  readonly intent: Intent;
  readonly weight: number;
  /** Which of FOLDS it is judged in. */
  readonly fold: number;
}

/** Chosen by leaving one author out of the training rows. */
const OPTIONS = { epochs: 15, rate: 0.25, ridge: 1e-4, seed: 3 };

/**
 * Maximum likelihood over INTENTS, from words alone. Rows of the state's part of the model are learnt from what weights say that never saw the
 * request; else words known by heart would be trusted more than those of a request to come.
 */
export function learnIntents(lessons: readonly IntentLesson[], vocabulary: ActionVocabulary): IntentWeights {
  const classes = INTENTS.length;
  const always = vocabulary.idf.length;
  const weights = new Float32Array((always + 1) * classes);
  const words: Words[] = lessons.map(({ text }) => wordsOf(text, vocabulary));
  const order = Int32Array.from(lessons.keys());
  const random = seededRandom(OPTIONS.seed);
  const sums = new Float64Array(classes);
  for (let epoch = 0; epoch < OPTIONS.epochs; epoch += 1) {
    shuffle(order, random);
    const rate = OPTIONS.rate * (1 - (0.9 * epoch) / OPTIONS.epochs);
    for (const at of order) {
      const { intent, weight } = lessons[at] as IntentLesson;
      const { rows, values } = words[at] as Words;
      const right = INTENTS.indexOf(intent);
      sums.set(weights.subarray(always * classes));
      addRows(rows, values, weights, sums);
      const errors = shares(sums);
      for (let each = 0; each < classes; each += 1) {
        errors[each] = weight * ((errors[each] as number) - (each === right ? 1 : 0));
        const bias = always * classes + each;
        weights[bias] = (weights[bias] as number) - (rate / 2) * (errors[each] as number);
      }
      for (let row = 0; row < rows.length; row += 1) {
        const base = (rows[row] as number) * classes;
        const value = values[row] as number;
        for (let each = 0; each < classes; each += 1) {
          const now = weights[base + each] as number;
          weights[base + each] = now - rate * ((errors[each] as number) * value + OPTIONS.ridge * now);
        }
      }
    }
  }
  const { weights: rows, scale } = quantize({ weights, bias: new Float32Array(classes) });
  return { rows, scale };
}
