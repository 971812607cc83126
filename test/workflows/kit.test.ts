import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { cut, oneLine } from '../../skills/kit/bounded-text.js';
import { sayDuration } from '../../skills/kit/duration.js';
import { BadInputError } from '../../skills/kit/errors.js';
import { commandField, numberField, textField } from '../../skills/kit/fields.js';
import { finish } from '../../skills/kit/finish.js';
import { JobEvents } from '../../skills/kit/job-events.js';
import { reportPage, type Section } from '../../skills/kit/report/report-page.js';
import { parseInput } from '../../skills/kit/workflow-input.js';
import { workspace } from '../harness/workspace.js';

describe('the input of a workflow', () => {
  it('is read leniently where it is not needed', () => {
    expect(parseInput('{"params":[],"project":null,"language":"fr"}')).toEqual({
      run_id: null,
      params: {},
      project: {},
      language: 'en',
    });
  });

  it.each(['', '{', '[]', 'null', '"x"'])('%j is refused', (text) => {
    expect(() => parseInput(text)).toThrow(BadInputError);
  });

  it.each<[string, () => unknown, unknown]>([
    ['text', () => textField({ a: 'x' }, 'a'), 'x'],
    ['empty text', () => textField({ a: '' }, 'a'), null],
    ['no text', () => textField({}, 'a'), null],
    ['a number', () => numberField({ a: 0 }, 'a'), 0],
    ['a number as text', () => numberField({ a: '1.5' }, 'a', { min: 1 }), 1.5],
    ['no number', () => numberField({ a: null }, 'a'), null],
    ['a command', () => commandField({ a: ['npm', ''] }, 'a'), ['npm', '']],
    ['no command', () => commandField({}, 'a'), null],
  ])('%s is taken', (_what, read, expected) => {
    expect(read()).toEqual(expected);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['text that is a number', () => textField({ a: 1 }, 'a'), /^a must be text$/],
    ['text with NUL', () => textField({ a: '\0' }, 'a'), /^a must be text$/],
    ['a number that is a word', () => numberField({ a: 'x' }, 'a'), /^a must be a number$/],
    ['a number that is blank', () => numberField({ a: ' ' }, 'a'), /^a must be a number$/],
    [
      'a number out of range',
      () => numberField({ a: 7 }, 'a', { min: 1, max: 5 }),
      /^a must be a number from 1 up to 5$/,
    ],
    ['no number at all', () => numberField({ a: Number.NaN }, 'a'), /^a must be a number$/],
    ['a command as text', () => commandField({ a: 'npm test' }, 'a'), /^a must be a list of words/],
    ['an empty command', () => commandField({ a: [] }, 'a'), /^a must be a list of words/],
  ])('%s is refused', (_what, read, message) => {
    expect(read).toThrow(message);
  });
});

describe('texts', () => {
  it('are cut between characters, and hold no control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (text, max) => {
        const short = cut(text, max);
        expect(short.length).toBeLessThanOrEqual(max);
        expect(/[\uD800-\uDBFF]…$/.test(short)).toBe(false);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
        expect(oneLine(text, max)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [0, '0.0 s', '0.0 秒'],
    [449, '0.4 s', '0.4 秒'],
    [59_940, '59.9 s', '59.9 秒'],
    [59_960, '1 min 0 s', '1 分 0 秒'],
    [200_000, '3 min 20 s', '3 分 20 秒'],
    [3_599_800, '1 h 0 min', '1 小时 0 分'],
    [7_500_000, '2 h 5 min', '2 小时 5 分'],
    [-5, '0.0 s', '0.0 秒'],
  ])('%i ms are %s', (ms, en, zh) => {
    expect([sayDuration(ms, 'en'), sayDuration(ms, 'zh')]).toEqual([en, zh]);
  });
});

describe('events', () => {
  it('are lines of events.jsonl; progress is written when it changes, at most four times a second', async () => {
    const folder = await workspace();
    const events = new JobEvents(folder);
    events.step(['工作', 'work'], 1, 2);
    for (let done = 1; done <= 1_000; done += 1) events.follow(() => ({ done, total: null, unit: ['行', 'rows'] }));
    events.progress({ done: 12, total: 10, unit: ['行', 'rows'] });
    const lines = (await readFile(join(folder, 'events.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ event: 'step', name: 'work', index: 1, total: 2, at: expect.any(String) });
    expect(lines.at(-1)).toMatchObject({ event: 'progress', done: 12, total: 12 });
    expect(lines.length).toBeLessThan(10);
  });

  it('speak the language of the request', async () => {
    const folder = await workspace();
    const events = new JobEvents(folder, 'zh');
    events.step(['读取数据', 'read the data set'], 1, 2);
    events.progress({ done: 1, total: 2, unit: ['行', 'rows'] });
    const text = await readFile(join(folder, 'events.jsonl'), 'utf8');
    expect(text).toMatch(/"name":"读取数据".*\n.*"unit":"行"/);
  });

  it('a folder that is gone takes nothing from the work', () => {
    expect(() => new JobEvents('/no/such/folder').progress({ done: 1, total: 2, unit: ['行', 'rows'] })).not.toThrow();
  });
});

const page = (sections: Section[], language: 'zh' | 'en' = 'en') =>
  reportPage({ title: 'Title', language, verdict: 'passed', sections, made_at: new Date('2026-01-02T03:04:05Z') }).html;

describe('a report', () => {
  it('is written before the result that names it', async () => {
    const folder = join(await workspace(), 'job');
    await mkdir(folder);
    vi.stubEnv('ER_JOB_DIR', folder);
    try {
      const report = reportPage({ title: 'T', language: 'zh', verdict: 'failed', sections: [] });
      finish({ task_status: 'failed', task_result: '红', data: { verdict: 'failed', n: 1 }, report });
    } finally {
      vi.unstubAllEnvs();
    }
    expect((await readdir(folder)).sort()).toEqual(['events.jsonl', 'report.html', 'result.json']);
    expect(JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'))).toEqual({
      task_status: 'failed',
      task_result: `红\n报告：${join(folder, 'report.html')}`,
      data: { verdict: 'failed', n: 1 },
    });
    expect(await readFile(join(folder, 'events.jsonl'), 'utf8')).toContain('"event":"artifact"');
  });

  it('needs nothing from outside', () => {
    const html = page([
      { kind: 'facts', facts: [{ name: 'a', value: 1 }] },
      {
        kind: 'line',
        x: 's',
        y: 'ms',
        series: [
          {
            name: 'p50',
            points: [
              [0, 1],
              [1, 2],
            ],
          },
        ],
        limit: { name: 'limit', value: 3 },
      },
      { kind: 'bars', bars: [{ name: 'a', value: 1 }], limit: { name: 'limit', value: 2 } },
    ]);
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/(?:src|href)=|url\(|@import|https?:|<script/i);
    expect(html).toContain('2026-01-02 03:04 UTC');
    expect(html).toMatch(/<svg [^>]*role="img"/);
  });

  it('is in its language', () => {
    const rows = Array.from({ length: 400 }, (_, index) => [index]);
    const table: Section = { kind: 'table', columns: ['n'], rows, left_out: 5 };
    expect(page([table], 'zh')).toContain('……另有 105 行没有列出');
    expect(page([table], 'en')).toContain('… and 105 more');
    expect(page([], 'zh')).toContain('<html lang="zh-CN">');
    expect(page([], 'zh')).toContain('✓ 通过');
  });

  it('a drawing is as high as it is meant to be: by a share of what holds it, it would be as high as it is wide', () => {
    const html = page([{ kind: 'line', x: 's', y: 'ms', series: [] }]);
    expect(html).toMatch(/\.plot svg\{[^}]*height:\d+rem/);
  });

  it('heads of number columns stand above their numbers, and lines of a cell stay lines', () => {
    const html = page([
      {
        kind: 'table',
        columns: ['class', 'f1'],
        rows: [
          ['a\nb', 0.5],
          ['c', null],
        ],
      },
    ]);
    expect(html).toContain('<th scope="col">class</th><th scope="col" class="number">f1</th>');
    expect(html).toContain('<td class="number">–</td>');
    expect(html).toContain('a\nb');
    expect(html).toMatch(/th,td\{[^}]*white-space:pre-line/);
  });

  it('a limit can belong to one bar, and says its unit', () => {
    const bars = [
      { name: 'p50', value: 1 },
      { name: 'p95', value: 2 },
    ];
    const html = page([{ kind: 'bars', bars, limit: { name: 'limit', value: 3, text: '3 ms', of: 'p95' } }]);
    expect(html.match(/<line class="limit"/g)).toHaveLength(1);
    expect(html).toContain('limit 3 ms');
  });

  it('what is long has a row of its own', () => {
    const facts = [
      { name: 'commit', value: 'e'.repeat(40) },
      { name: 'version', value: '1.0.0' },
    ];
    expect(page([{ kind: 'facts', facts }]).match(/<div class="long">/g)).toHaveLength(1);
  });

  it('escapes whatever it is given', () => {
    const nasty = fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '&',
          '"',
          "'",
          'script',
          '</style>',
          '\u0000',
          '\u001b[31m',
          '\ud800',
          '中',
          '-->',
          'x',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    const number = fc.oneof(fc.double(), fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY));
    const section: fc.Arbitrary<Section> = fc.oneof(
      fc.record({
        kind: fc.constant('facts' as const),
        title: nasty,
        facts: fc.array(fc.record({ name: nasty, value: fc.oneof(nasty, number) }), { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('table' as const),
        columns: fc.array(nasty, { maxLength: 3 }),
        rows: fc.array(fc.array(fc.oneof(nasty, number), { maxLength: 3 }), { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('bars' as const),
        bars: fc.array(fc.record({ name: nasty, value: number, text: nasty }), { maxLength: 3 }),
        limit: fc.record({ name: nasty, value: number }),
      }),
      fc.record({
        kind: fc.constant('line' as const),
        x: nasty,
        y: nasty,
        series: fc.array(fc.record({ name: nasty, points: fc.array(fc.tuple(number, number), { maxLength: 5 }) }), {
          maxLength: 3,
        }),
        limit: fc.record({ name: nasty, value: number }),
      }),
      fc.record({ kind: fc.constantFrom('text' as const, 'output' as const), text: nasty }),
    );
    const known =
      /^(?:!doctype|html|head|meta|title|style|body|main|header|h1|h2|p|section|dl|div|dt|dd|ul|li|span|svg|rect|line|polyline|path|figure|figcaption|table|thead|tbody|tr|th|td|pre|footer)$/;
    fc.assert(
      fc.property(fc.array(section, { maxLength: 4 }), nasty, (sections, title) => {
        const { html } = reportPage({ title, language: 'en', verdict: 'error', summary: title, sections });
        const body = html.slice(html.indexOf('<body>'));
        for (const [, name = ''] of body.matchAll(/<\/?([^\s>/]*)/g)) expect(name).toMatch(known);
        expect(html.match(/<\/style>/g)).toHaveLength(1);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
        expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|NaN|Infinity/);
        expect(Buffer.from(html, 'utf8').toString('utf8')).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  it('of much stays small', () => {
    const points = Array.from({ length: 100_000 }, (_, index): [number, number] => [
      index,
      index === 51_234 ? 9_999 : 1,
    ]);
    const html = page([
      {
        kind: 'line',
        x: 's',
        y: 'ms',
        series: Array.from({ length: 20 }, (_, index) => ({ name: `s${index}`, points })),
      },
      { kind: 'table', columns: ['a'], rows: Array.from({ length: 10_000 }, () => ['x'.repeat(10_000)]) },
      { kind: 'output', text: 'y'.repeat(10_000_000) },
    ]);
    expect(html.length).toBeLessThan(1_000_000);
    // The peak is not lost.
    expect(html).toContain('>9,999<');
    expect(html).toMatch(/points="[^"]*,0\.00/);
  });
});
