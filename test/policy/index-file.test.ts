import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLabel, IndexFormatError, open, score, serialize, trainIndex } from '../../src/policy/route-index.js';
import { INDEX_FILE, signed, withMeta } from './forged.js';
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

describe('an index file whose checksum is right and whose content is not', () => {
  type Meta = { labels: Record<string, unknown>[]; row_count: unknown };

  it.each<[what: string, change: (meta: Meta) => unknown]>([
    ['no labels', ({ row_count }) => ({ row_count })],
    ['labels that are texts', (meta) => ({ ...meta, labels: meta.labels.map(() => 'lint') })],
    ['a label without a name', (meta) => ({ ...meta, labels: meta.labels.map(({ name: _, ...rest }) => rest) })],
    ['a label too few', (meta) => ({ ...meta, labels: meta.labels.slice(1) })],
    ['a number of rows that is none', (meta) => ({ ...meta, row_count: 'many' })],
    ['nothing', () => null],
  ])('is refused with %s in its description', (_what, change) => {
    const forged = withMeta(file, INDEX_FILE, (text) => JSON.stringify(change(JSON.parse(text) as Meta)));
    expect(() => open(forged)).toThrow(IndexFormatError);
    expect(() => open(forged)).toThrow(/description is malformed/);
  });

  it('is refused with a description that is no JSON', () => {
    expect(() => open(withMeta(file, INDEX_FILE, () => '{'))).toThrow(/description is malformed/);
  });

  it.each<[what: string, change: (index: ReturnType<typeof open>) => void, named: string]>([
    ['a full table, in which no search would end', ({ table }) => void table.fill(1), 'table'],
    ['a bias that is no number', ({ bias }) => void bias.fill(Number.NaN), 'bias'],
    ['an anchor of no column', ({ anchors }) => void anchors.columns.fill(9999), 'anchors'],
    ['anchors that begin beyond their end', ({ anchors }) => void anchors.starts.fill(4_000_000_000), 'anchors'],
  ])('is refused with %s', (_what, change, named) => {
    const forged = Uint8Array.from(file);
    change(open(forged));
    expect(() => open(signed(forged, INDEX_FILE))).toThrow(`its ${named} is out of range`);
  });

  it('learns a column against no anchor that names a feature that is not there', () => {
    const forged = Uint8Array.from(file);
    open(forged).anchors.rows.fill(2_000_000_000);
    const { bias, scale } = addLabel(open(signed(forged, INDEX_FILE)), 'fresh', syntheticRows().slice(0, 4));
    for (const each of [...bias, ...scale]) expect(each).not.toBeNaN();
  });

  it('passes over a row of its table that is none of its features', () => {
    const forged = Uint8Array.from(file);
    const { table } = open(forged);
    for (let at = 1; at < table.length; at += 2) if (table[at] !== 0) table[at] = 2_000_000_000;
    const { routes } = score(open(signed(forged, INDEX_FILE)), 'run the tests');
    expect(routes.length).toBeGreaterThan(0);
    for (const each of routes) expect(each.score).not.toBeNaN();
  });
});
