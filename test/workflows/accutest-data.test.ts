import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseColumns } from '../../skills/controller/accutest/dataset/columns.js';
import { CsvReader, delimiterOf, MAX_RECORD } from '../../skills/controller/accutest/dataset/csv-reader.js';
import { openDataset } from '../../skills/controller/accutest/dataset/dataset-file.js';
import { isRow, type Row, readHeader, readRows } from '../../skills/controller/accutest/dataset/read-rows.js';
import { Reservoir } from '../../skills/controller/accutest/dataset/reservoir.js';
import { portions, survey } from '../../skills/controller/accutest/dataset/survey.js';
import { workspace } from '../harness/workspace.js';

function csv(text: string, size = text.length || 1, delimiter = ','): { fields: string[]; line: number }[] {
  const records: { fields: string[]; line: number }[] = [];
  const reader = new CsvReader(delimiter, (fields, line) => records.push({ fields, line }));
  for (let at = 0; at < text.length; at += size) reader.feed(text.slice(at, at + size));
  reader.finish();
  return records;
}

const fieldsOf = (text: string, size?: number): string[][] => csv(text, size).map(({ fields }) => fields);

describe('records of a CSV text', () => {
  it.each<[string, string, string[][]]>([
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no final line end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'Windows line ends',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'old Macintosh line ends',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a delimiter in quotes', '"a,b",c', [['a,b', 'c']]],
    [
      'a line end in quotes',
      '"a\nb",c\nd,e',
      [
        ['a\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    ['a Windows line end in quotes', '"a\r\nb",c', [['a\r\nb', 'c']]],
    ['doubled quotes', '"say ""hi""",x', [['say "hi"', 'x']]],
    ['only quotes', '"",""""', [['', '"']]],
    ['a quote inside a plain field', 'a"b,c', [['a"b', 'c']]],
    ['text behind a closing quote', '"a"b,c', [['ab', 'c']]],
    ['an open quote', 'a,"b\nc', [['a', 'b\nc']]],
    ['blank lines', 'a\n\n\nb\n', [['a'], ['b']]],
    [
      'empty fields',
      ',\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['an empty quoted line', '""\na', [[''], ['a']]],
    ['nothing', '', []],
    [
      'Chinese',
      '文本,标签\n"退款，谢谢",退款',
      [
        ['文本', '标签'],
        ['退款，谢谢', '退款'],
      ],
    ],
  ])('%s', (_what, text, expected) => {
    for (const size of [1, 2, 3, 100]) expect(fieldsOf(text, size)).toEqual(expected);
  });

  it('know the line they start in', () => {
    expect(csv('h\n"a\nb"\n\r\nc\r\n"d\r\ne"\nf').map(({ line }) => line)).toEqual([1, 2, 5, 6, 8]);
  });

  it('what was written is read again, wherever it is cut', () => {
    const field = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '中', ';', '\t', '😀'),
      maxLength: 8,
    });
    const record = fc.array(field, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (records, size) => {
        const text = records
          .map((fields) => fields.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        expect(fieldsOf(text, size)).toEqual(records);
      }),
      { numRuns: 500 },
    );
  });

  it('garbage is read as something, the same wherever it is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '中'), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (garbage, size) => {
        expect(csv(garbage, size)).toEqual(csv(garbage));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a quote that is never closed does not eat the memory', () => {
    const reader = new CsvReader(',', () => {});
    reader.feed('text,label\n"oh');
    expect(() => {
      for (let fed = 0; fed <= MAX_RECORD; fed += 65_536) reader.feed('x'.repeat(65_536));
    }).toThrow(/starts in line 2 .* is a quote left open/);
  });

  it.each([
    ['a,b', ','],
    ['a;b;c', ';'],
    ['a\tb', '\t'],
    ['"x;y;z",b', ','],
    ['text', ','],
    ['', ','],
  ])('%j are split by %j', (head, delimiter) => {
    expect(delimiterOf(head)).toBe(delimiter);
  });
});

describe('columns', () => {
  const auto = { text: null, label: null };
  it.each([
    [['text', 'label'], auto, { text: 'text', label: 'label' }],
    [['Label ', ' Sentence'], auto, { text: 'Sentence', label: 'Label' }],
    [['编号', '文本', '标签'], auto, { text: '文本', label: '标签' }],
    [['whatever', 'intent'], auto, { text: 'whatever', label: 'intent' }],
    [['a', 'b', 'c'], { text: 'c', label: 'A' }, { text: 'c', label: 'a' }],
    [['text', 'x', 'x'], auto, { code: 'column_missing', role: 'label' }],
    [['a', 'b', 'label'], auto, { code: 'column_missing', role: 'text', header: ['a', 'b', 'label'] }],
    [['text', 'label'], { text: null, label: 'nope' }, { code: 'column_missing', role: 'label', wanted: 'nope' }],
    [['text', 'label', 'label'], auto, { code: 'column_twice', column: 'label' }],
    [['text', 'text', 'label'], auto, { code: 'column_twice', column: 'text' }],
    [['text', 'id', 'id', 'label'], auto, { text: 'text', label: 'label' }],
    [['label'], auto, { code: 'column_missing', role: 'text' }],
    [['text'], { text: 'text', label: 'text' }, { code: 'column_missing', role: 'text' }],
    [[''], auto, { code: 'column_missing', role: 'label' }],
  ])('of %j, wanted %j, are %j', (header, wanted, expected) => {
    expect(chooseColumns(header, wanted)).toMatchObject(expected);
  });
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(await workspace(), name);
  await writeFile(path, content);
  return path;
}

async function rowsOf(
  path: string,
): Promise<{ rows: Pick<Row, 'text' | 'label'>[]; unusable: number[]; encoding: string }> {
  const opened = await openDataset(path);
  if ('code' in opened) throw new Error(opened.code);
  const columns = chooseColumns((await readHeader(opened)) ?? [], { text: null, label: null });
  if ('code' in columns) throw new Error(columns.code);
  const entries = (await all(readRows(opened, columns))).flat();
  return {
    rows: entries.filter(isRow).map(({ text, label }) => ({ text, label })),
    unusable: entries.filter((entry) => !isRow(entry)).map(({ line }) => line),
    encoding: opened.damaged ? 'damaged' : opened.encoding,
  };
}

const REFUND = { text: '我要退款', label: '退款' };
/** 「文本,标签\n我要退款,退款\n」 in GBK. */
const GBK = Buffer.from('cec4b1be2cb1eac7a90aced2d2aacdcbbfee2ccdcbbfee0a', 'hex');

describe('data sets', () => {
  it.each<[string, string, string | Buffer, string]>([
    ['UTF-8', 'a.csv', '文本,标签\n我要退款,退款\n', 'utf-8'],
    ['UTF-8 with BOM', 'a.csv', '\ufeff文本,标签\r\n我要退款,退款\r\n', 'utf-8'],
    ['GBK', 'a.csv', GBK, 'gb18030'],
    ['UTF-16', 'a.csv', Buffer.from('\ufeff文本,标签\n我要退款,退款\n', 'utf16le'), 'utf-16le'],
    ['tabs', 'a.tsv', '文本\t标签\n我要退款\t退款\n', 'utf-8'],
    ['semicolons', 'a.csv', '"文本";"标签"\n"我要退款";"退款"', 'utf-8'],
    ['JSONL', 'a.jsonl', '{"text":"我要退款","label":"退款"}\n', 'utf-8'],
    ['JSONL with BOM and Windows line ends', 'a.ndjson', '\ufeff{"label":"退款","text":"我要退款"}\r\n\r\n', 'utf-8'],
    ['JSONL under another name', 'a.txt', '{"text":"我要退款","label":" 退款 "}', 'utf-8'],
  ])('in %s are read', async (_what, name, content, encoding) => {
    expect(await rowsOf(await file(name, content))).toEqual({ rows: [REFUND], unusable: [], encoding });
  });

  it('rows without a text or a label, and lines that are no JSON object, cannot be used', async () => {
    const lines = [
      '{"text":"a","label":1}',
      'oops',
      '[1]',
      '{"text":"b"}',
      '{"text":"","label":"x"}',
      '{"text":"c","label":true}',
    ];
    expect(await rowsOf(await file('a.jsonl', lines.join('\n')))).toMatchObject({
      rows: [
        { text: 'a', label: '1' },
        { text: 'c', label: 'true' },
      ],
      unusable: [2, 3, 4, 5],
    });
    expect(await rowsOf(await file('a.csv', 'text,label\na,x\nb\n"c\nc",\nd,y,z\n'))).toMatchObject({
      rows: [
        { text: 'a', label: 'x' },
        { text: 'd', label: 'y' },
      ],
      unusable: [3, 4],
    });
  });

  it('bytes of no encoding are replaced, and that is known', async () => {
    const content = Buffer.concat([Buffer.from('text,label\na'), Buffer.from([0xff, 0xff]), Buffer.from(',x\n')]);
    expect(await rowsOf(await file('a.csv', content))).toMatchObject({ rows: [{ label: 'x' }], encoding: 'damaged' });
  });

  it('a character on the border of two chunks is whole', async () => {
    const text = `${'x'.repeat(262_144 - 12)}退款退款`;
    expect(await rowsOf(await file('a.csv', `text,label\n${text},r\n`))).toMatchObject({ rows: [{ text }] });
  });

  it.each([
    ['empty', 'a.csv', '', 'dataset_empty'],
    ['a JSON array', 'a.json', '[{"text":"a","label":"b"}]', 'dataset_kind'],
  ])('%s is refused', async (_what, name, content, code) => {
    expect(await openDataset(await file(name, content))).toMatchObject({ code });
  });

  it('a folder and nothing are refused', async () => {
    const folder = await workspace();
    expect(await openDataset(folder)).toMatchObject({ code: 'dataset_kind' });
    expect(await openDataset(join(folder, 'none.csv'))).toMatchObject({ code: 'dataset_missing' });
  });
});

describe('samples', () => {
  it('are of the size asked for, in order, within the stream, and the same for the same seed', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 50 }), fc.nat(), (items, size, seed) => {
        const draw = (): number[] => {
          const reservoir = new Reservoir(size, seed);
          for (let item = 0; item < items; item += 1) reservoir.offer(item);
          return [...reservoir.sorted()];
        };
        const drawn = draw();
        expect(drawn).toHaveLength(Math.min(items, size));
        expect(new Set(drawn).size).toBe(drawn.length);
        expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
        expect(drawn.every((item) => item < items)).toBe(true);
        expect(draw()).toEqual(drawn);
      }),
    );
  });

  it('take every row about as often', () => {
    const taken = new Array<number>(20).fill(0);
    for (let seed = 0; seed < 2_000; seed += 1) {
      const reservoir = new Reservoir(5, seed);
      for (let item = 0; item < 20; item += 1) reservoir.offer(item);
      for (const item of reservoir.sorted()) taken[item] = (taken[item] ?? 0) + 1;
    }
    // 500 expected; five standard deviations are about 100.
    expect(Math.min(...taken)).toBeGreaterThan(400);
    expect(Math.max(...taken)).toBeLessThan(600);
  });

  it('are exactly the rows that were picked', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `t${index},l${index % 3}`);
    const opened = await openDataset(await file('a.csv', `text,label\n${lines.join('\n')}\n`));
    if ('code' in opened) throw new Error(opened.code);
    const columns = { text: 'text', label: 'label' };
    const found = await survey(opened, columns, { limit: 37, seed: 5 });
    expect(found).toMatchObject({ rows: 1_000, labels: ['l0', 'l1', 'l2'], unusable: { count: 0 } });
    const rows = await all(portions(opened, columns, found, 10));
    expect(rows.map((portion) => portion.length)).toEqual([10, 10, 10, 7]);
    expect(rows.flat().map(({ text }) => text)).toEqual([...(found.picked ?? [])].map((index) => `t${index}`));
    expect(rows.flat().every(({ line, text }) => text === `t${line - 2}`)).toBe(true);
  });
});
