/** More than this many waiting events hold the source back. */
const FULL = 1_000;

/** Events on their way to one consumer; a consumer that is slower than the source holds it back. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #next = 0;
  #ended = false;
  #held = false;
  #wake: (() => void) | null = null;
  readonly #source: { pause(): void; resume(): void };

  constructor(source: { pause(): void; resume(): void }) {
    this.#source = source;
  }

  /** Nothing is taken any more after the end. */
  push(event: T): void {
    if (this.#ended) return;
    this.#waiting.push(event);
    if (!this.#held && this.#waiting.length - this.#next > FULL) {
      this.#held = true;
      this.#source.pause();
    }
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#release();
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    try {
      for (;;) {
        const event = this.#waiting[this.#next];
        if (event !== undefined) {
          this.#take();
          yield event;
        } else if (this.#ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = null;
        }
      }
    } finally {
      // Whoever stops listening does not hold the source back.
      this.end();
    }
  }

  #take(): void {
    this.#next += 1;
    if (this.#next < this.#waiting.length) {
      if (this.#next % FULL !== 0) return;
      this.#waiting.splice(0, this.#next);
    } else {
      this.#waiting.length = 0;
    }
    this.#next = 0;
    this.#release();
  }

  #release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#source.resume();
  }
}
