import { oneLine } from '../../../kit/bounded-text.js';

const MAX_KEPT = 50;
const MAX_TEXT = 300;
const MAX_LABEL = 100;

export interface WorstError {
  line: number;
  text: string;
  expected: string;
  predicted: string;
  /** How sure the predictor said it was; null where it says nothing. */
  score: number | null;
}

/** Keeps the mistakes that the predictor was surest of; without scores, the first ones. */
export class WorstErrors {
  #kept: WorstError[] = [];

  add(error: WorstError): void {
    const last = this.#kept.at(-1);
    if (this.#kept.length === MAX_KEPT && last && sureness(error) <= sureness(last)) return;
    const at = this.#kept.findIndex((other) => sureness(other) < sureness(error));
    this.#kept.splice(at === -1 ? this.#kept.length : at, 0, {
      ...error,
      text: oneLine(error.text, MAX_TEXT),
      expected: oneLine(error.expected, MAX_LABEL),
      predicted: oneLine(error.predicted, MAX_LABEL),
    });
    this.#kept = this.#kept.slice(0, MAX_KEPT);
  }

  get kept(): readonly WorstError[] {
    return this.#kept;
  }
}

function sureness({ score }: WorstError): number {
  return score ?? Number.NEGATIVE_INFINITY;
}
