/** What was expected and what was predicted, counted. Memory depends on the number of classes, not of rows. */
export class Confusion {
  readonly #indexOf = new Map<string, number>();
  readonly #labels: readonly string[];
  /** By `expected * width + predicted`; the two last columns are labels that the data set does not know, and no answer. */
  readonly #cells = new Map<number, number>();
  readonly #width: number;
  #rows = 0;
  #correct = 0;

  constructor(labels: readonly string[]) {
    this.#labels = labels;
    for (const [index, label] of labels.entries()) this.#indexOf.set(label, index);
    this.#width = labels.length + 2;
  }

  /** `predicted` is null where there was no answer. */
  add(expected: string, predicted: string | null): void {
    const row = this.#indexOf.get(expected) ?? 0;
    const column = predicted === null ? this.#width - 1 : (this.#indexOf.get(predicted) ?? this.#width - 2);
    const cell = row * this.#width + column;
    this.#cells.set(cell, (this.#cells.get(cell) ?? 0) + 1);
    this.#rows += 1;
    if (row === column) this.#correct += 1;
  }

  get labels(): readonly string[] {
    return this.#labels;
  }

  get rows(): number {
    return this.#rows;
  }

  get correct(): number {
    return this.#correct;
  }

  knows(label: string): boolean {
    return this.#indexOf.has(label);
  }

  /** All cells that are not 0. `predicted` is an index into the labels, `unknown` or `none`. */
  *cells(): Generator<{ expected: number; predicted: number | 'unknown' | 'none'; count: number }> {
    for (const [cell, count] of this.#cells) {
      const column = cell % this.#width;
      const predicted = column === this.#width - 1 ? 'none' : column === this.#width - 2 ? 'unknown' : column;
      yield { expected: Math.floor(cell / this.#width), predicted, count };
    }
  }
}
