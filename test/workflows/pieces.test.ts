import { describe, expect, it } from 'vitest';
import type { Piece } from '../../skills/controller/functest/parsers/parser.js';
import { PieceReader } from '../../skills/controller/functest/pieces.js';

function read(bytes: Buffer, size: number): Piece[] {
  const pieces: Piece[] = [];
  const reader = new PieceReader((piece) => pieces.push(piece));
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  reader.finish();
  return pieces;
}

const lines = (text: string | Buffer, size = 3) => read(Buffer.from(text), size).map((piece) => piece.text);

describe('lines of an output', () => {
  it.each([1, 2, 3, 5, 100])('end with any kind of line end, in chunks of %i', (size) => {
    expect(lines('a\r\nb\rc\n\n\r\r\nd', size)).toEqual(['a', 'b', 'c', '', '', '', 'd']);
    expect(lines('a\n', size)).toEqual(['a']);
    expect(lines('', size)).toEqual([]);
  });

  it.each([1, 2, 3, 7, 1000])('that are not UTF-8 are read as GB18030, each by itself, in chunks of %i', (size) => {
    const gbk = Buffer.from([0xb3, 0xc9, 0xb9, 0xa6, 0x3a, 0x20, 0xd2, 0xd1]);
    const text = Buffer.concat([Buffer.from('测试\n'), gbk, Buffer.from('\n完成\n'), gbk]);
    expect(lines(text, size)).toEqual(['测试', '成功: 已', '完成', '成功: 已']);
  });

  it.each([1000, 65_535, 65_536, 65_537, 1_000_000])(
    'that are very long come in pieces, no character broken, in chunks of %i',
    (size) => {
      const text = `${'测试a'.repeat(60_000)}`;
      const pieces = read(Buffer.from(`x\n${text}\ny\n`), size);
      expect(
        pieces
          .slice(1, -1)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
      expect(pieces.every((piece) => piece.text.length <= 65_536)).toBe(true);
      expect(pieces.filter((piece) => piece.starts_line).length).toBe(3);
      expect(pieces.filter((piece) => piece.ends_line).length).toBe(3);
    },
  );

  it('lose their colours and control characters', () => {
    expect(lines('\u001b[1;32m✓\u001b[0m ok \u001b]8;;http://x\u0007link\u001b]8;;\u0007\u0000\u0008\tx', 100)).toEqual(
      ['✓ ok link\tx'],
    );
  });
});
