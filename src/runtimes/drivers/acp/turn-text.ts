/** The texts of a turn, cut where tools were used: the answer is what was said last. */
export class TurnText {
  #segment = '';
  #last = '';

  add(text: string): void {
    this.#segment += text;
    if (this.#segment.trim() !== '') this.#last = this.#segment;
  }

  /** A tool was used: what comes now is another segment. */
  cut(): void {
    this.#segment = '';
  }

  /** What was said since the last tool. */
  get afterTools(): string {
    return this.#segment;
  }

  /** The last segment that says something. */
  get answer(): string {
    return this.#last;
  }
}
