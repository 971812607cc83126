import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { type Excerpt, excerptFile } from '../../src/processes/output/excerpt.js';
import { parseRange, readRange } from '../../src/processes/output/range.js';
import { workspace } from '../harness/workspace.js';

const SMALL = { head_bytes: 200, tail_bytes: 200, hits_max: 3, hit_bytes: 120, query: '' };

async function fileOf(content: string | Buffer): Promise<string> {
  const path = join(await workspace(), 'stdout');
  await writeFile(path, content);
  return path;
}

/** What the markers say was left out. */
function markedBytes(excerpt: Excerpt): number {
  return [...excerpt.text.matchAll(/\[… (\d+) bytes left out …\]/g)].reduce((sum, match) => sum + Number(match[1]), 0);
}

const flood = (count: number) =>
  Array.from({ length: count }, (_, i) => `ok ${i} - case number ${i} passed in ${i % 7} ms`);

describe('an excerpt', () => {
  it('is all of a short output', async () => {
    const path = await fileOf('one\ntwo\n');
    expect(await excerptFile(path, SMALL)).toEqual({
      text: 'one\ntwo',
      total_bytes: 8,
      shown_bytes: 8,
      omitted_bytes: 0,
      path,
    });
    expect((await excerptFile(await fileOf(''), SMALL)).text).toBe('');
  });

  it('is head, hits and tail, with an exact count of what is missing and where it is', async () => {
    const lines = flood(2_000);
    lines[1_234] = '  at login (src/login.test.ts:42:7)';
    lines[1_235] = 'AssertionError: expected 200, got 500';
    const path = await fileOf(`${lines.join('\n')}\n`);
    const excerpt = await excerptFile(path, SMALL);
    expect(excerpt.text).toContain('ok 0 - case');
    expect(excerpt.text).toContain('ok 1999 - case');
    expect(excerpt.text).toContain('src/login.test.ts:42:7');
    expect(excerpt.text).toContain('AssertionError: expected 200, got 500');
    expect(excerpt.text).toContain(
      `[${excerpt.omitted_bytes} of ${excerpt.total_bytes} bytes left out; all of it: ${path}]`,
    );
    expect(excerpt.shown_bytes + excerpt.omitted_bytes).toBe(excerpt.total_bytes);
    expect(markedBytes(excerpt)).toBe(excerpt.omitted_bytes);
  });

  it('shows the odd line among thousands alike, whatever its language', async () => {
    const lines = flood(5_000);
    lines[3_000] = 'der Rechner hat keine Lust mehr';
    expect((await excerptFile(await fileOf(lines.join('\n')), SMALL)).text).toContain('keine Lust');
  });

  it('prefers lines with the words it was wanted for', async () => {
    const lines = flood(3_000);
    for (let i = 100; i < 160; i += 1) lines[i] = `warning ${'abcdefghij'.repeat(i % 9)} deprecated call failed`;
    lines[2_000] = '支付网关返回 p99 820 毫秒';
    const text = (await excerptFile(await fileOf(lines.join('\n')), { ...SMALL, query: '支付网关的 p99 是多少' })).text;
    expect(text).toContain('支付网关返回 p99 820 毫秒');
  });

  it('does not take "0 failed" for trouble and shows each kind of trouble once', async () => {
    const lines = flood(3_000);
    for (let i = 500; i < 900; i += 1) lines[i] = `Error: connection ${i} refused`;
    for (let i = 1_000; i < 1_100; i += 1) lines[i] = 'summary: 0 failed';
    const { text } = await excerptFile(await fileOf(lines.join('\n')), SMALL);
    expect(text.match(/refused/g)).toHaveLength(1);
  });

  it('reads GBK output, cut at lines', async () => {
    const gbk = Buffer.from([0xb3, 0xc9, 0xb9, 0xa6, 0x0a]);
    const { text } = await excerptFile(await fileOf(Buffer.concat(Array.from({ length: 1_000 }, () => gbk))), SMALL);
    expect(text).not.toContain('\ufffd');
    expect(text.startsWith('成功\n成功')).toBe(true);
  });

  it('cuts one endless line between characters', async () => {
    for (const offset of [0, 1, 2]) {
      const path = await fileOf('a'.repeat(offset) + '测'.repeat(10_000));
      const excerpt = await excerptFile(path, SMALL);
      expect(excerpt.text).not.toContain('\ufffd');
      expect(markedBytes(excerpt)).toBe(excerpt.omitted_bytes);
    }
  });

  it('takes constant memory and little time for 200 MB', async () => {
    const path = join(await workspace(), 'stdout');
    const file = createWriteStream(path);
    const block = Buffer.from(`${flood(20_000).join('\n')}\n`);
    for (let written = 0; written < 200_000_000; written += block.length) {
      if (!file.write(block)) await new Promise<void>((resume) => file.once('drain', resume));
    }
    file.end('FATAL: out of luck at src/deep.ts:1\nok done\n');
    await finished(file);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const excerpt = await excerptFile(path, SMALL);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    expect(excerpt.text).toContain('FATAL');
    expect(excerpt.total_bytes).toBeGreaterThan(200_000_000);
    expect(excerpt.text.length).toBeLessThan(2_000);
  });
});

describe('a range', () => {
  async function bytesOf(path: string, text: string, size: number): Promise<string> {
    const chunks = [];
    for await (const chunk of readRange(path, parseRange(text, size))) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  it('gives back bytes as they are on disk', async () => {
    const path = await fileOf('0123456789');
    expect(await bytesOf(path, '2:5', 10)).toBe('234');
    expect(await bytesOf(path, '7:', 10)).toBe('789');
    expect(await bytesOf(path, ':3', 10)).toBe('012');
    expect(await bytesOf(path, '-4:', 10)).toBe('6789');
    expect(await bytesOf(path, '8:100', 10)).toBe('89');
    expect(await bytesOf(path, '50:60', 10)).toBe('');
  });

  it('refuses what is no range, and says what one is', () => {
    for (const wrong of ['5:2', 'a:b', '', '1', '1:2:3', '1.5:2', '99999999999999999999:']) {
      expect(() => parseRange(wrong, 10)).toThrow(/A:B/);
    }
  });
});
