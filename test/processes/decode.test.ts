import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputDecoder, decodeText } from '../../src/processes/output/decode.js';

/** GBK bytes of 成功: 已终止 */
const GBK = Buffer.from([0xb3, 0xc9, 0xb9, 0xa6, 0x3a, 0x20, 0xd2, 0xd1, 0xd6, 0xd5, 0xd6, 0xb9]);

function decodeIn(chunks: Iterable<Uint8Array>): string {
  const decoder = createOutputDecoder();
  let text = '';
  for (const chunk of chunks) text += decoder.write(chunk);
  return text + decoder.end();
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('decoding output', () => {
  it('reads UTF-8, and GBK where it is not UTF-8', () => {
    expect(decodeText(Buffer.from('成功: 已终止'))).toBe('成功: 已终止');
    expect(decodeText(GBK)).toBe('成功: 已终止');
  });

  it('reads short GBK text that guessers take for something else', () => {
    expect(decodeText(Buffer.from([0xc4, 0xe3, 0xba, 0xc3]))).toBe('你好');
  });

  it('keeps what is readable of bytes that are neither', () => {
    const text = decodeText(Buffer.concat([Buffer.from('好 '), Buffer.from([0xff, 0xff]), Buffer.from(' ok')]));
    expect(text).toBe('好 \ufffd\ufffd ok');
  });

  it('decides line by line, as programs mix encodings', () => {
    const mixed = Buffer.concat([Buffer.from('编译\n'), GBK, Buffer.from('\r\n结束\n')]);
    for (const size of [1, 2, 3, 5, 1000]) expect(decodeIn(cut(mixed, size))).toBe('编译\n成功: 已终止\r\n结束\n');
  });

  it('is right wherever the chunks are cut', () => {
    const text = '测试'.repeat(5_000);
    for (const size of [1, 2, 3, 4096, 4097, 4098]) expect(decodeIn(cut(Buffer.from(text), size))).toBe(text);
  });

  it('is right for GBK lines longer than it waits for', () => {
    const line = Buffer.concat(Array.from({ length: 20_000 }, () => GBK));
    for (const size of [4095, 4096, 65_537]) expect(decodeIn(cut(line, size))).toBe('成功: 已终止'.repeat(20_000));
  });

  it('gives back any text in any chunks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 7 }), (text, size) => {
        expect(decodeIn(cut(Buffer.from(text), size))).toBe(Buffer.from(text).toString('utf8'));
      }),
    );
  });
});
