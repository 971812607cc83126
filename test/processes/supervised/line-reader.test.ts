import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, LineReader } from '../../../src/processes/supervised/line-reader.js';

function read(bytes: Buffer, cuts: readonly number[] = []): Line[] {
  const lines: Line[] = [];
  const reader = new LineReader((line) => lines.push(line));
  let from = 0;
  for (const cut of [...cuts].sort((one, other) => one - other)) {
    if (cut <= from || cut >= bytes.length) continue;
    reader.push(bytes.subarray(from, cut));
    from = cut;
  }
  if (from < bytes.length) reader.push(bytes.subarray(from));
  reader.end();
  return lines;
}

const lines = (text: string): Line[] => read(Buffer.from(text));

describe('the line reader', () => {
  it.each<[string, string, Line[]]>([
    ['JSON and text', '{"a":1}\nhello\n[1]\n', [{ json: { a: 1 } }, { text: 'hello' }, { json: [1] }]],
    ['CRLF', '{"a":1}\r\nhello\r\n', [{ json: { a: 1 } }, { text: 'hello' }]],
    ['blank lines', '\n  \n\r\n{"a":1}\n\n', [{ json: { a: 1 } }]],
    ['a last line without newline', 'one\n{"a":1}', [{ text: 'one' }, { json: { a: 1 } }]],
    ['a byte order mark', '\uFEFF{"a":1}\n', [{ json: { a: 1 } }]],
    ['an indented line', '  {"a":1}\n', [{ json: { a: 1 } }]],
    ['words that are JSON by chance', 'true\n12\n"x"\nnull\n', ['true', '12', '"x"', 'null'].map((text) => ({ text }))],
    ['a broken line', '{"a":\n{"b":1}\n', [{ text: '{"a":' }, { json: { b: 1 } }]],
    ['a line that is cut in a string', '{"a":"b\n{"b":1}\n', [{ text: '{"a":"b' }, { json: { b: 1 } }]],
    ['brackets that are no JSON', '[info] ready\n[warn] {\n', [{ text: '[info] ready' }, { text: '[warn] {' }]],
    [
      'a document over several lines',
      '{\n  "a": [\n    "}",\n    "\\"{"\n  ]\n}\nbye\n',
      [{ json: { a: ['}', '"{'] } }, { text: 'bye' }],
    ],
    ['a list over several lines', '[\n  1,\n  {"b": 2}\n]\n', [{ json: [1, { b: 2 }] }]],
    ['a document with blank lines', '{\r\n\r\n"a": 1\r\n}\r\n', [{ json: { a: 1 } }]],
    ['a document that never ends', '{\n  "a": 1\n', [{ text: '{' }, { text: '  "a": 1' }]],
    [
      'events after a document that never ends',
      '{\n  "a": 1\n{"b":1}\n',
      [{ text: '{' }, { text: '  "a": 1' }, { json: { b: 1 } }],
    ],
    ['a document that is none', '{\n  a: 1\n}\n', [{ text: '{' }, { text: '  a: 1' }, { text: '}' }]],
    ['nothing', '', []],
  ])('%s', (_what, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  it('a document that is nested deeper than anyone can walk is text', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const objects = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    for (const line of [nested(501), nested(200_000), objects]) {
      expect(lines(`${line}\n{"b":1}\n`)).toEqual([{ text: line }, { json: { b: 1 } }]);
    }
    expect(lines(`${nested(500)}\n`)).toEqual([{ json: JSON.parse(nested(500)) }]);
  });

  it('bytes that are no UTF-8 are shown as such', () => {
    expect(read(Buffer.from([0x61, 0xff, 0x62, 0x0a]))).toEqual([{ text: 'a\uFFFDb' }]);
  });

  it('a line of 5 MB is read whole, from pieces', () => {
    const value = { text: '数据'.repeat(900_000) };
    const bytes = Buffer.from(`${JSON.stringify(value)}\n{"after":1}\n`);
    const cuts = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) => index * 65_536);
    expect(read(bytes, cuts)).toEqual([{ json: value }, { json: { after: 1 } }]);
  });

  it('a line without end is given by its beginning, and what follows it is read', () => {
    const seen: Line[] = [];
    const reader = new LineReader((line) => seen.push(line));
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < 40; sent += 1) reader.push(piece);
    reader.push(Buffer.from('end\n{"after":1}\n'));
    reader.end();
    expect(seen).toEqual([{ text: 'x'.repeat(64 * 1024) }, { json: { after: 1 } }]);
  });

  it('reads the same however the bytes are cut', () => {
    const line = fc.oneof(
      fc.json({ maxDepth: 2 }),
      fc.json({ maxDepth: 2 }).map((text) => JSON.stringify(JSON.parse(text), null, 2)),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '\r', '{', '}', '[', '日志：启动', '{"a":"😀"}\r'),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(400)), (all, cuts) => {
        const bytes = Buffer.from(all.join('\n'));
        expect(read(bytes, cuts)).toEqual(read(bytes));
      }),
    );
  });

  it('gives every JSON object of a stream of lines, whatever text is between', () => {
    const text = fc.stringMatching(/^[a-z][a-z :{}[\]"]*$/);
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            text.map((one) => ({ text: one })),
            object.map((json) => ({ json })),
          ),
        ),
        (all) => {
          const bytes = Buffer.from(
            all.map((one) => `${'text' in one ? one.text : JSON.stringify(one.json)}\n`).join(''),
          );
          const plain = JSON.parse(JSON.stringify(all)) as unknown;
          expect(JSON.parse(JSON.stringify(read(bytes)))).toEqual(plain);
        },
      ),
    );
  });
});
