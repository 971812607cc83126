import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseYaml } from '../../src/config/yaml-source.js';
import { readFields } from '../../src/skills/fields.js';
import { readFrontMatter } from '../../src/skills/front-matter.js';
import { readPlainFrontMatter } from '../../src/skills/plain-front-matter.js';
import type { Finding } from '../../src/skills/report.js';

const read = (text: string | Buffer) => readFrontMatter(Buffer.from(text));

/** Lines that the plain reader takes, and lines that look like it. */
const line = fc.oneof(
  fc.constantFrom(
    '',
    '# c',
    '  # c',
    'a:',
    'b: c',
    '  x: 1',
    'limits:',
    '  wall_sec: 60',
    '   y: 2',
    'a: [x, y]',
    'l: [ "p q", r ]',
    'l: []',
    "d: it's: no",
    'e: x # c',
  ),
  fc
    .tuple(
      fc.constantFrom('', '  ', ' '),
      fc.constantFrom('a', 'b-c', 'd_e', 'Z9'),
      fc.constantFrom(': ', ':', ':  '),
      fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        fc.constantFrom(
          'true',
          'no',
          'null',
          '0',
          '007',
          '1.5',
          '0x1F',
          '12',
          '"q"',
          "'q'",
          '[a, b]',
          '[a b, "c"]',
          '[a, , b]',
          '[true]',
          '| ',
          'x:y',
          '运行：测试',
          '~',
          '.inf',
        ),
      ),
    )
    .map((parts) => parts.join('')),
);

describe('the front matter', () => {
  it('of the plainest kind is read as the YAML parser reads it, value and lines', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 7 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        const read = readPlainFrontMatter(text);
        if (read === null) return;
        plain += 1;
        const yaml = parseYaml(text, { nesting: 16, aliases: 0 });
        if (!yaml.ok) throw new Error(`the parser refuses what the plain reader took: ${yaml.problem.message.en}`);
        expect(read.value).toEqual(yaml.source.value);
        for (const [key, value] of Object.entries(read.value as object)) {
          expect(read.lineOf([key])).toBe(yaml.source.lineOf([key]));
          for (const inner of value !== null && !Array.isArray(value) && typeof value === 'object'
            ? Object.keys(value)
            : []) {
            expect(read.lineOf([key, inner])).toBe(yaml.source.lineOf([key, inner]));
          }
        }
      }),
      // A no-break space is text.
      { numRuns: 3000, examples: [[['a: \u00a0']]] },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it('is read with a byte order mark, CRLF, trailing blanks, and a body that has dashes of its own', async () => {
    for (const text of [
      '---\nname: a\n---\nbody\n---\nmore\n',
      '\ufeff---\r\nname: a\r\n---\r\n# body\r\n',
      '---  \nname: a\n---\t\n',
      '---\nname: a\n---',
    ]) {
      const front = await read(text);
      expect(front.ok && front.source.value).toEqual({ name: 'a' });
    }
  });

  it('gives lines as the file counts them', async () => {
    const front = await read('---\n# comment\nname: a\n\nlimits:\n  wall_sec: 1\n---\n');
    expect(front.ok && [front.source.lineOf(['name']), front.source.lineOf(['limits', 'wall_sec'])]).toEqual([3, 6]);
  });

  it('may be 64 KB long and no longer', async () => {
    const text = (bytes: number) => `---\nname: a\n${`#${'x'.repeat(99)}\n`.repeat(Math.floor(bytes / 101))}---\n`;
    expect(await read(text(60_000))).toMatchObject({ ok: true });
    expect(await read(text(70_000))).toMatchObject({ ok: false, finding: { code: 'front-matter-too-long' } });
  });

  it('never throws, whatever the bytes, and names a line that is there', async () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(`---\n${text}\n---\n`)),
      fc
        .array(
          fc.constantFrom(
            '---',
            'a:',
            ' b: [',
            '  - ',
            '{',
            '}',
            '"',
            "'",
            '|',
            '>',
            '&x',
            '*x',
            '!!t',
            '? ',
            '#',
            '\t',
            '\0',
            '中',
            '%',
            ']',
          ),
          {
            maxLength: 30,
          },
        )
        .map((parts) => Buffer.from(`---\n${parts.join('\n')}\n---\n`)),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (bytes) => {
        const front = await readFrontMatter(bytes);
        const findings: Finding[] = [];
        if (front.ok) readFields(front.source, (finding) => findings.push(finding));
        else findings.push(front.finding);
        const lines = bytes.toString('latin1').split('\n').length;
        for (const { line, message } of findings) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines + 1);
          expect(message.en.length).toBeLessThan(1000);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('gives back every text that was written into it, at the top level and under metadata', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((value) => value.trim())
      .filter((value) => value !== '' && !value.includes('\0'));
    const fields = fc.record({
      description: text,
      when_to_use: text,
      agent: text,
      idempotent: fc.boolean(),
      max_attempts: fc.integer({ min: 1, max: 100 }),
      command: fc.array(text, { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fields, fc.boolean(), async (said, nested) => {
        const { description, ...own } = said;
        const yaml = stringify(nested ? { description, metadata: own } : said);
        const front = await read(`---\n${yaml}---\n`);
        if (!front.ok) throw new Error(front.finding.message.en);
        const findings: Finding[] = [];
        expect(readFields(front.source, (finding) => findings.push(finding))).toMatchObject(said);
        expect(findings).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
