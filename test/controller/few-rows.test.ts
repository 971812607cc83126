import { expect, it } from 'vitest';
import { fewRows, fewRowsEach } from '../../src/controller/few-rows.js';

const own = (count: number) => Array.from({ length: count }, (_, at) => ({ label: 'a', text: String(at) }));
const SAID = { label: 'a', text: 'said', many: true } as const;

it.each([
  [[20], [20]],
  [
    [5_000, 90],
    [250, 90],
  ],
  [Array(10).fill(300), Array(10).fill(250)],
  [
    [...Array(24).fill(300), 40],
    [...Array(24).fill(100), 40],
  ],
  [Array(1_000).fill(21), Array(1_000).fill(20)],
])('of columns of %j rows it leaves %j', (counts, left) => {
  expect(fewRowsEach(counts.map(own)).map(({ length }) => length)).toEqual(left);
});

it('leaves as many rows as there may be alone', () => {
  const rows = own(20);
  expect(fewRows(rows, 20)).toBe(rows);
});

it('takes more rows evenly, from the first to the last', () => {
  expect(fewRows(own(101), 5).map(({ text }) => text)).toEqual(['0', '25', '50', '75', '100']);
});

it('keeps what was said to the policy', () => {
  expect(fewRows([...own(40), SAID], 20)).toHaveLength(21);
});
