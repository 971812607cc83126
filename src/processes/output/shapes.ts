/** Lines that differ only in their numbers have one shape. Only this many bytes of a line are looked at. */
const SHAPE_BYTES = 256;
const CELLS = 1 << 16;

/** Counts shapes in constant memory (a count-min sketch of two rows): a count is never too low, seldom too high. */
export class ShapeCounter {
  private readonly first = new Uint32Array(CELLS);
  private readonly second = new Uint32Array(CELLS);
  lines = 0;
  distinct = 0;

  /** Counts a line in and returns its shape. */
  add(bytes: Uint8Array, start: number, end: number): number {
    const shape = shapeOf(bytes, start, Math.min(end, start + SHAPE_BYTES));
    const one = shape & (CELLS - 1);
    const two = shape >>> 16;
    this.lines += 1;
    this.first[one] = (this.first[one] ?? 0) + 1;
    this.second[two] = (this.second[two] ?? 0) + 1;
    if (this.count(shape) === 1) this.distinct += 1;
    return shape;
  }

  count(shape: number): number {
    return Math.min(this.first[shape & (CELLS - 1)] ?? 0, this.second[shape >>> 16] ?? 0);
  }
}

/** FNV-1a over the bytes, each run of digits taken as one. */
function shapeOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  let inDigits = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    const digit = byte >= 0x30 && byte <= 0x39;
    if (digit && inDigits) continue;
    inDigits = digit;
    hash = Math.imul(hash ^ (digit ? 0x30 : byte), 0x01000193);
  }
  // The low bits of FNV mix badly; both rows of the sketch need good ones.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
