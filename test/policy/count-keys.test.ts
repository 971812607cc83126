import { expect, it } from 'vitest';
import { countKeys } from '../../src/policy/count-keys.js';

it('counts the rows that hold each key, in order of first occurrence', () => {
  const { keys, counts, first } = countKeys([Uint32Array.of(7, 3), Uint32Array.of(), Uint32Array.of(3, 0xffffffff)]);
  expect([[...keys], [...counts], [...first]]).toEqual([
    [7, 3, 0xffffffff],
    [1, 2, 1],
    [0, 0, 2],
  ]);
  expect(countKeys([]).keys).toHaveLength(0);
});

it('counts as a Map does, also where the table has to grow and keys collide', () => {
  const rows = Array.from({ length: 500 }, (_, row) =>
    Uint32Array.from({ length: 200 }, (_, at) => Math.imul(row * 131 + at * 7, 0x10000) >>> 0 || at),
  ).map((row) => Uint32Array.from(new Set(row)));
  const counted = new Map<number, number>();
  for (const row of rows) for (const key of row) counted.set(key, (counted.get(key) ?? 0) + 1);
  const { keys, counts } = countKeys(rows);
  expect([...keys].map((key, at) => [key, counts[at]])).toEqual([...counted]);
  const many = Array.from({ length: 40_000 }, (_, key) => Uint32Array.of(key * 3));
  expect(countKeys(many).keys).toEqual(Uint32Array.from({ length: 40_000 }, (_, key) => key * 3));
});
