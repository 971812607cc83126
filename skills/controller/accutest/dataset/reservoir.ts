/** A random sample of fixed size from a stream of unknown length (Vitter's algorithm R). The same seed draws the same sample. */
export class Reservoir {
  readonly #kept: Uint32Array;
  readonly #random: () => number;
  #seen = 0;

  constructor(size: number, seed: number) {
    this.#kept = new Uint32Array(size);
    this.#random = mulberry32(seed);
  }

  offer(item: number): void {
    const at = this.#seen < this.#kept.length ? this.#seen : Math.floor(this.#random() * (this.#seen + 1));
    if (at < this.#kept.length) this.#kept[at] = item;
    this.#seen += 1;
  }

  sorted(): Uint32Array {
    return this.#kept.slice(0, this.#seen).sort();
  }
}

/** A small generator of numbers in [0, 1) with 32 bits of state, the same on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
