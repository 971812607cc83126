import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from './parsers/parser.js';

const PROGRESS_EVERY_MS = 250;
const HEARTBEAT_EVERY_MS = 5_000;

/** Appends to the job's `events.jsonl`; without a job folder nothing is written. */
export class JobEvents {
  readonly #file: string | null;
  #lastAt = 0;
  #lastDone = -1;

  constructor(jobDir: string | undefined) {
    this.#file = jobDir ? join(jobDir, 'events.jsonl') : null;
  }

  step(name: string, index: number, total: number): void {
    this.#write({ event: 'step', name, index, total });
  }

  artifact(path: string): void {
    this.#write({ event: 'artifact', path });
  }

  /** Called for all output: how far it is if that changed, else now and then a sign of life. A silent command gives none. */
  output(progress: () => Progress): void {
    const now = performance.now();
    if (now - this.#lastAt < PROGRESS_EVERY_MS) return;
    const { done, total } = progress();
    if (done !== this.#lastDone) {
      this.#lastAt = now;
      this.progress({ done, total });
    } else if (now - this.#lastAt >= HEARTBEAT_EVERY_MS) {
      this.#lastAt = now;
      this.#write({ event: 'heartbeat' });
    }
  }

  progress({ done, total }: Progress): void {
    this.#lastDone = done;
    this.#write({
      event: 'progress',
      done,
      ...(total === null ? {} : { total: Math.max(total, done) }),
      unit: 'tests',
    });
  }

  #write(event: Record<string, unknown>): void {
    if (this.#file === null) return;
    try {
      appendFileSync(this.#file, `${JSON.stringify({ ...event, at: new Date().toISOString() })}\n`);
    } catch {
      // Progress is a courtesy: a full disk must not end the run. The result is written, or fails, for itself.
    }
  }
}
