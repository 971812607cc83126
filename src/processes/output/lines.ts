const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface Line {
  /** Without its end of line. Of a line longer than the bound only the start. */
  bytes: Uint8Array;
  /** Where the line starts, in bytes from the start of the stream. */
  start: number;
  /** Its length on disk, end of line included. */
  length: number;
  /** Longer than the bound: `bytes` is cut. */
  cut: boolean;
  /** False for a last line without a line feed. */
  ended: boolean;
}

/**
 * Splits chunks into lines, wherever the chunks are cut: LF and CRLF, a last line without either. A line is held in memory up to `max_bytes`.
 */
export class LineSplitter {
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private length = 0;
  private start: number;

  constructor(
    private readonly maxBytes: number,
    start = 0,
  ) {
    this.start = start;
  }

  /** Where the unfinished line starts: reading again from there loses nothing. */
  get unfinishedFrom(): number {
    return this.start;
  }

  *write(chunk: Uint8Array): Generator<Line> {
    let at = 0;
    while (at < chunk.length) {
      const feed = chunk.indexOf(LINE_FEED, at);
      const end = feed === -1 ? chunk.length : feed + 1;
      this.hold(chunk.subarray(at, feed === -1 ? end : feed));
      this.length += end - at;
      at = end;
      if (feed !== -1) yield this.take(true);
    }
  }

  /** The last line, if it has no line feed. */
  *end(): Generator<Line> {
    if (this.length > 0) yield this.take(false);
  }

  private hold(piece: Uint8Array): void {
    const room = this.maxBytes - this.heldBytes;
    if (room <= 0 || piece.length === 0) return;
    const kept = new Uint8Array(piece.length > room ? piece.subarray(0, room) : piece);
    this.held.push(kept);
    this.heldBytes += kept.length;
  }

  private take(ended: boolean): Line {
    const whole = this.held.length === 1 && this.held[0] !== undefined ? this.held[0] : Buffer.concat(this.held);
    const content = this.length - (ended ? 1 : 0);
    const cut = whole.length < content;
    const bytes = !cut && ended && whole.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole;
    const line = { bytes, start: this.start, length: this.length, cut, ended };
    this.start += this.length;
    this.held = [];
    this.heldBytes = 0;
    this.length = 0;
    return line;
  }
}

/** The lines of a stream of chunks. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  options: { max_bytes: number },
): AsyncGenerator<Line> {
  const splitter = new LineSplitter(options.max_bytes);
  for await (const chunk of chunks) yield* splitter.write(chunk);
  yield* splitter.end();
}
