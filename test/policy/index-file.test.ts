import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IndexFormatError, open, serialize, trainIndex } from '../../src/policy/route-index.js';
import { syntheticRows } from './synthetic-rows.js';

const file = serialize(trainIndex(syntheticRows()));

describe('a file that is no whole route index', () => {
  it('is refused when any one byte is another', () => {
    assert(
      property(integer({ min: 0, max: file.length - 1 }), integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Uint8Array.from(file);
        damaged[at] = (damaged[at] as number) ^ change;
        expect(() => open(damaged)).toThrow(IndexFormatError);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused when cut anywhere', () => {
    assert(
      property(integer({ min: 0, max: file.length - 1 }), (length) => {
        expect(() => open(file.slice(0, length))).toThrow(IndexFormatError);
      }),
      { numRuns: 200 },
    );
  });

  it('is refused with bytes behind it', () => {
    expect(() => open(Uint8Array.from([...file, 0]))).toThrow(/bytes long/);
  });

  it('is refused with its reason when it is something else', () => {
    expect(() => open(new TextEncoder().encode('{"labels": []}'.repeat(20)))).toThrow(/not a route index/);
    expect(() => open(new Uint8Array(0))).toThrow(/too short/);
  });

  it('is refused when it has another format or byte order', () => {
    const newer = Uint8Array.from(file);
    newer[8] = 99;
    expect(() => open(newer)).toThrow(/format 99/);
    const swapped = Uint8Array.from(file);
    swapped.set(swapped.slice(12, 16).reverse(), 12);
    expect(() => open(swapped)).toThrow(/byte order/);
  });
});
