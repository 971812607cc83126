import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Both, inLanguage, type Language } from './language.js';

const PROGRESS_EVERY_MS = 250;
const HEARTBEAT_EVERY_MS = 5_000;

export interface Progress {
  done: number;
  total: number | null;
  unit: Both;
}

/** Appends to the job's `events.jsonl`; without a job folder (run by hand) nothing is written. */
export class JobEvents {
  readonly #file: string | null;
  #lastAt = 0;
  #lastDone = -1;

  readonly #language: Language;

  constructor(jobDir: string | undefined, language: Language = 'en') {
    this.#language = language;
    this.#file = jobDir ? join(jobDir, 'events.jsonl') : null;
  }

  /** `index` counts from 1. */
  step(name: Both, index: number, total: number): void {
    this.#write({ event: 'step', name: this.#say(name), index, total });
  }

  artifact(path: string): void {
    this.#write({ event: 'artifact', path });
  }

  /** Called as often as one likes: how far it is if that changed, else now and then a sign of life. Silence gives none. */
  follow(look: () => Progress): void {
    const now = performance.now();
    if (now - this.#lastAt < PROGRESS_EVERY_MS) return;
    const progress = look();
    if (progress.done !== this.#lastDone) {
      this.#lastAt = now;
      this.progress(progress);
    } else if (now - this.#lastAt >= HEARTBEAT_EVERY_MS) {
      this.#lastAt = now;
      this.#write({ event: 'heartbeat' });
    }
  }

  progress({ done, total, unit }: Progress): void {
    this.#lastDone = done;
    this.#write({
      event: 'progress',
      done,
      ...(total === null ? {} : { total: Math.max(total, done) }),
      unit: this.#say(unit),
    });
  }

  #say(words: Both): string {
    return inLanguage(words, this.#language);
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

/** Events of the job that this process is. */
export function jobEvents(language?: Language): JobEvents {
  return new JobEvents(process.env.ER_JOB_DIR, language);
}
