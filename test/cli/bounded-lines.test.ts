import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { boundedLines } from '../../src/cli/conversation/bounded-lines.js';

async function read(chunks: Iterable<Buffer>, most: number): Promise<{ got: string; told: number; given: number }> {
  let [told, given] = [0, 0];
  const counted = function* () {
    for (const chunk of chunks) {
      given += chunk.length;
      yield chunk;
    }
  };
  const lines = Readable.from(counted()).pipe(
    boundedLines(most, () => {
      told += 1;
    }),
  );
  return { got: await text(lines), told, given };
}

it.each([
  ['lines that fit', ['ab\n', 'cd', 'e\r\n', 'fghij'], 'ab\ncde\r\nfghij', 0],
  ['a line too long in one piece', ['ab\ncdefgh\nij\n'], 'ab\n', 1],
  ['a line too long in several pieces', ['ab\ncd', 'ef', 'gh', '\nij\n'], 'ab\ncdef', 1],
])('%s', async (_what, pieces, expected, told) => {
  const found = await read(
    pieces.map((piece) => Buffer.from(piece)),
    5,
  );
  expect(found).toMatchObject({ got: expected, told });
});

it('of an input without end reads little more than a line may have', async () => {
  const endless = function* () {
    for (;;) yield Buffer.alloc(64 * 1024, 'x');
  };
  const { got, told, given } = await read(endless(), 1024 * 1024);
  expect(told).toBe(1);
  expect(got.length).toBeLessThanOrEqual(1024 * 1024);
  expect(given).toBeLessThan(8 * 1024 * 1024);
});
