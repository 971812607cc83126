import { Latencies } from './latencies.js';

export type FailureKind = 'connection' | 'timeout' | 'closed' | 'unanswered';

/** One second of the run. */
export interface Second {
  /** Seconds since the measuring began, at its end. */
  at: number;
  rps: number;
  p95_ms: number;
  failures: number;
}

export interface Totals {
  /** Answers of any status. */
  answers: number;
  ok: number;
  non_2xx: number;
  failures: Readonly<Record<FailureKind, number>>;
  bytes: number;
  statuses: Readonly<Record<string, number>>;
  /** Codes and messages of what failed, most frequent first. */
  errors: readonly { message: string; count: number }[];
}

const MAX_MESSAGES = 20;

/** What a load run saw. Nothing is counted before `begin`, but signs of life are noted throughout. */
export class Recorder {
  /** Of 2xx answers, and of requests that nobody answered, with the time they waited. */
  readonly latencies = new Latencies();
  readonly seconds: Second[] = [];
  /** Answers in the warm-up too. */
  everAnswered = 0;
  /** When the last answer came; null before the first. `performance.now()`. */
  lastAnswerAt: number | null = null;
  failuresSinceAnswer = 0;
  readonly #failures: Record<FailureKind, number> = { connection: 0, timeout: 0, closed: 0, unanswered: 0 };
  readonly #messages = new Map<string, number>();
  readonly #statuses: Record<string, number> = {};
  readonly #second = new Latencies();
  #began: number | null = null;
  #ok = 0;
  #answers = 0;
  #bytes = 0;
  #answersInSecond = 0;
  #failuresInSecond = 0;

  begin(): void {
    this.#began = performance.now();
  }

  answer(status: number, bytes: number, ms: number): void {
    this.everAnswered += 1;
    this.lastAnswerAt = performance.now();
    this.failuresSinceAnswer = 0;
    if (this.#began === null) return;
    this.#answers += 1;
    this.#answersInSecond += 1;
    this.#bytes += bytes;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (status < 200 || status > 299) return;
    this.#ok += 1;
    this.latencies.add(ms);
    this.#second.add(ms);
  }

  /** `waited_ms` where the request was sent and never answered. */
  fail(kind: FailureKind, message: string, waited_ms: number | null): void {
    this.failuresSinceAnswer += 1;
    if (this.#messages.size < MAX_MESSAGES || this.#messages.has(message)) {
      this.#messages.set(message, (this.#messages.get(message) ?? 0) + 1);
    }
    if (this.#began === null) return;
    this.#failures[kind] += 1;
    this.#failuresInSecond += 1;
    if (waited_ms !== null) this.latencies.add(waited_ms);
  }

  /** Milliseconds since `begin` at the last tick. */
  get lastTickAt(): number {
    return (this.seconds.at(-1)?.at ?? 0) * 1_000;
  }

  /** Closes a second of the run and gives its rate. */
  tick(): number {
    if (this.#began === null) return 0;
    const at = (performance.now() - this.#began) / 1_000;
    const length = at - (this.seconds.at(-1)?.at ?? 0);
    const rps = length <= 0 ? 0 : this.#answersInSecond / length;
    this.seconds.push({ at, rps, p95_ms: this.#second.percentile(0.95), failures: this.#failuresInSecond });
    this.#second.clear();
    [this.#answersInSecond, this.#failuresInSecond] = [0, 0];
    return rps;
  }

  totals(): Totals {
    return {
      answers: this.#answers,
      ok: this.#ok,
      non_2xx: this.#answers - this.#ok,
      failures: { ...this.#failures },
      bytes: this.#bytes,
      statuses: { ...this.#statuses },
      errors: [...this.#messages]
        .map(([message, count]) => ({ message, count }))
        .sort((one, other) => other.count - one.count),
    };
  }
}
