import { closeSync, constants, openSync, readSync } from 'node:fs';
import { decodeText } from '../processes/output/decode.js';
import { LineSplitter } from '../processes/output/lines.js';
import { applyEventLine, emptyProgress, type JobProgress } from './progress.js';

const LINE_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** A flood of events is read in parts, so that limits are still looked at in between. */
const BYTES_PER_LOOK = 4 * 1024 * 1024;

/** Follows a growing events.jsonl from its start. */
export class EventsFile {
  private at = 0;
  private readonly lines = new LineSplitter(LINE_BYTES);
  private current: JobProgress | null = null;

  constructor(private readonly path: string) {}

  /** Null until the first line. */
  get progress(): JobProgress | null {
    return this.current;
  }

  /** Reads what is new. True when the progress changed. `final`: a last line without a line feed counts too. */
  look(now: Date, options: { final: boolean }): boolean {
    let file: number;
    try {
      file = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    } catch {
      return false;
    }
    const before = this.current;
    const at = now.toISOString();
    try {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let budget = options.final ? Number.POSITIVE_INFINITY : BYTES_PER_LOOK; budget > 0; ) {
        const read = readSync(file, buffer, 0, CHUNK_BYTES, this.at);
        if (read === 0) break;
        this.at += read;
        budget -= read;
        for (const line of this.lines.write(buffer.subarray(0, read))) this.apply(line.bytes, line.cut, at);
      }
      if (options.final) {
        for (const line of this.lines.end()) this.apply(line.bytes, line.cut, at);
      }
    } catch {
      // A folder, or a device error: the file tells nothing.
    } finally {
      closeSync(file);
    }
    return this.current !== before;
  }

  private apply(bytes: Uint8Array, cut: boolean, at: string): void {
    this.current = applyEventLine(this.current ?? emptyProgress(at), cut ? '{' : decodeText(bytes), at);
  }
}
