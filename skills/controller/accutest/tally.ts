import { oneLine } from '../../kit/bounded-text.js';
import type { Row } from './dataset/read-rows.js';
import type { Note } from './notes.js';
import type { Prediction, Unanswered } from './predictors/predictor.js';
import { Confusion } from './scores/confusion.js';
import { WorstErrors } from './scores/worst-errors.js';

/** An answer that is missing counts as wrong; beyond this share the scores are not the predictor's. */
export const MAX_UNUSABLE_SHARE = 0.05;
/** When so many rows, and more than half of all, got no answer, more would not either. */
const GIVE_UP_AFTER = 20;

/** Everything that is counted while predictions come in. */
export class Tally {
  readonly confusion: Confusion;
  readonly errors = new WorstErrors();
  readonly #reasons = new Map<Unanswered, { count: number; detail: string }>();
  #unanswered = 0;
  #unknown = { count: 0, example: '' };
  #onlyCase = 0;

  constructor(labels: readonly string[]) {
    this.confusion = new Confusion(labels);
  }

  add({ line, text, label: expected }: Row, prediction: Prediction): void {
    if ('unanswered' in prediction) {
      this.confusion.add(expected, null);
      const reason = this.#reasons.get(prediction.unanswered) ?? { count: 0, detail: prediction.detail };
      reason.count += 1;
      this.#reasons.set(prediction.unanswered, reason);
      this.#unanswered += 1;
      return;
    }
    const predicted = prediction.label;
    this.confusion.add(expected, predicted);
    if (predicted === expected) return;
    this.errors.add({ line, text, expected, predicted, score: prediction.score });
    if (predicted.toLowerCase() === expected.toLowerCase()) this.#onlyCase += 1;
    if (this.confusion.knows(predicted)) return;
    if (this.#unknown.count === 0) this.#unknown.example = oneLine(predicted, 100);
    this.#unknown.count += 1;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  get unknown(): number {
    return this.#unknown.count;
  }

  get hopeless(): boolean {
    return this.#unanswered >= GIVE_UP_AFTER && this.#unanswered * 2 > this.confusion.rows;
  }

  notes(): Note[] {
    const notes: Note[] = [];
    const count = this.#unanswered;
    const of = this.confusion.rows;
    if (count > 0) {
      const said = [...this.#reasons].map(([kind, { count, detail }]) => ({ kind, count, detail }));
      if (count > of * MAX_UNUSABLE_SHARE) notes.push({ code: 'many_unanswered', count, of });
      notes.push({ code: 'unanswered', count, reasons: said });
    }
    if (this.#unknown.count > 0) notes.push({ code: 'unknown_labels', ...this.#unknown });
    if (this.#onlyCase > 0) notes.push({ code: 'only_case', count: this.#onlyCase });
    return notes;
  }
}
