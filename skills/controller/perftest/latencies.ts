/** Counts times in constant memory: buckets grow with the value, so that every percentile is right to 0.8 %. */
export class Latencies {
  readonly #counts = new Float64Array(BUCKETS);
  #total = 0;
  #sum = 0;
  #max = 0;

  add(ms: number): void {
    const us = Math.max(0, Math.round(ms * 1_000));
    const bucket = Math.min(BUCKETS - 1, bucketOf(us));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total += 1;
    this.#sum += ms;
    this.#max = Math.max(this.#max, ms);
  }

  get total(): number {
    return this.#total;
  }

  get max(): number {
    return this.#max;
  }

  /** 0 where nothing was counted. */
  get mean(): number {
    return this.#total === 0 ? 0 : this.#sum / this.#total;
  }

  /** The smallest counted time that `share` (0 to 1) of all are not above; 0 where nothing was counted. */
  percentile(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.#total));
    let seen = 0;
    for (const [bucket, count] of this.#counts.entries()) {
      seen += count;
      if (seen >= rank) return Math.min(this.#max, timeOf(bucket));
    }
    return this.#max;
  }

  clear(): void {
    this.#counts.fill(0);
    [this.#total, this.#sum, this.#max] = [0, 0, 0];
  }
}

const STEPS = 128;
/** Up to 2^38 microseconds: three days. */
const BUCKETS = STEPS * 33;

/** Whole microseconds below 256, then 128 steps to each doubling. */
function bucketOf(us: number): number {
  if (us < 2 * STEPS) return us;
  const doublings = Math.floor(Math.log2(us)) - 7;
  return doublings * STEPS + Math.floor(us / 2 ** doublings);
}

/** The upper end of a bucket, in milliseconds. */
function timeOf(bucket: number): number {
  if (bucket < 2 * STEPS) return bucket / 1_000;
  const doublings = Math.floor(bucket / STEPS) - 1;
  return ((bucket - doublings * STEPS + 1) * 2 ** doublings - 1) / 1_000;
}
