import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter, readLines } from '../../src/processes/output/lines.js';

function split(
  chunks: Iterable<Uint8Array>,
  max = 1 << 20,
): { text: string; start: number; length: number; cut: boolean }[] {
  const splitter = new LineSplitter(max);
  const lines = [];
  for (const chunk of chunks) lines.push(...splitter.write(chunk));
  lines.push(...splitter.end());
  return lines.map(({ bytes, start, length, cut }) => ({ text: Buffer.from(bytes).toString(), start, length, cut }));
}

describe('lines', () => {
  it('end with LF or CRLF, the last one with neither', () => {
    const lines = split([Buffer.from('a\r\n\nb'), Buffer.from('c\nlast')]);
    expect(lines.map((line) => line.text)).toEqual(['a', '', 'bc', 'last']);
    expect(lines.map((line) => line.start)).toEqual([0, 3, 4, 7]);
  });

  it('of 5 MB come whole, in any number of writes', () => {
    const long = 'x'.repeat(5_000_000);
    const bytes = Buffer.from(`{"a":1}\n${long}\n{"b":2}`);
    const chunks = [bytes.subarray(0, 3), bytes.subarray(3, 2_000_000), bytes.subarray(2_000_000)];
    expect(split(chunks, 8 << 20).map((line) => line.text.length)).toEqual([7, 5_000_000, 7]);
  });

  it('longer than the bound are cut, say so, and do not spoil the next', () => {
    const lines = split([Buffer.from('aaaaaaaa'), Buffer.from('aaaa\nbb\n')], 5);
    expect(lines).toEqual([
      { text: 'aaaaa', start: 0, length: 13, cut: true },
      { text: 'bb', start: 13, length: 3, cut: false },
    ]);
  });

  it('come back together as they were', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 9 }), (text, size) => {
        const bytes = Buffer.from(text);
        const chunks = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        const lines = split(chunks);
        expect(lines.reduce((sum, line) => sum + line.length, 0)).toBe(bytes.length);
        const whole = text.endsWith('\n') ? text.slice(0, -1) : text;
        const expected = bytes.length === 0 ? [] : whole.split('\n');
        const ends = expected.map((line, i) =>
          (i < expected.length - 1 || text.endsWith('\n')) && line.endsWith('\r') ? line.slice(0, -1) : line,
        );
        expect(lines.map((line) => line.text)).toEqual(ends.map((line) => Buffer.from(line).toString()));
      }),
    );
  });

  it('are read from a stream', async () => {
    async function* chunks() {
      yield Buffer.from('one\ntw');
      yield Buffer.from('o');
    }
    const lines = [];
    for await (const line of readLines(chunks(), { max_bytes: 100 })) lines.push(Buffer.from(line.bytes).toString());
    expect(lines).toEqual(['one', 'two']);
  });
});
