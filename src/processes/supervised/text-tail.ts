/** The last bytes of a stream, as text. Never holds more than twice `limit` bytes. */
export class TextTail {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(piece: Buffer): void {
    if (this.#limit === 0) return;
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes > 2 * this.#limit) this.#cut();
  }

  /** Begins with a whole character. */
  text(): string {
    this.#cut();
    const [bytes = Buffer.alloc(0)] = this.#pieces;
    let start = 0;
    if (bytes.length === this.#limit) {
      while (start < Math.min(4, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    }
    return bytes.toString('utf8', start);
  }

  #cut(): void {
    const whole = Buffer.concat(this.#pieces, this.#bytes);
    const kept = whole.length > this.#limit ? Buffer.from(whole.subarray(whole.length - this.#limit)) : whole;
    this.#pieces = [kept];
    this.#bytes = kept.length;
  }
}
