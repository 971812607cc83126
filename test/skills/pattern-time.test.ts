import { expect, it } from 'vitest';
import { patternTime, withShare } from '../../src/skills/pattern-time.js';
import { readParamsSchema } from '../../src/skills/read-params-schema.js';
import type { Finding } from '../../src/skills/report.js';
import { paused } from './attempts.js';

const schema = (pattern: string) =>
  JSON.stringify({ type: 'object', properties: { a: {}, b: { 'x-extract': { pattern } }, c: { pattern } } }, null, 1);

async function read(pattern: string, left_ms: number) {
  const found: Finding[] = [];
  const read = await readParamsSchema(schema(pattern), (finding) => found.push(finding), { ...patternTime(), left_ms });
  return { read: read.schema, found };
}

it('loads a package whose patterns there is no time to try, and says so at the first of them', async () => {
  const { read: loaded, found } = await read('(#+)+K', 0);
  expect(loaded).not.toBeNull();
  expect(found).toMatchObject([{ severity: 'warning', code: 'pattern-untried', line: 7 }]);
  expect(found[0]?.message.en).toContain('this one and 1 more of this file');
  expect(found[0]?.message.zh).toContain('本文件另外 1 个');
});

it('says nothing of patterns that need not be tried', async () => {
  expect((await read('(\\d+) users', 0)).found).toEqual([]);
});

it('says that nothing needs mending where this computer gave a pattern no time', async () => {
  const found: Finding[] = [];
  const read = await readParamsSchema(
    schema('(#+)+K'),
    (finding) => found.push(finding),
    patternTime(paused().attempt),
  );
  expect(read).toMatchObject({ settled: false, schema: { type: 'object' } });
  expect(found).toMatchObject([{ severity: 'warning', code: 'pattern-untried', line: 7 }]);
  expect(found[0]?.message.en).toContain('so busy');
  expect(found[0]?.message.zh).toContain('太忙');
  expect(found[0]?.fix).toEqual({
    en: expect.stringContaining('Nothing needs mending'),
    zh: expect.stringContaining('不需要修改'),
  });
});

it('leaves the others what one package does not use, and takes no more than its share from them', () => {
  const all = patternTime();
  const before = all.left_ms;
  withShare(all, (share) => {
    expect(share.left_ms).toBeLessThan(before);
    share.left_ms -= 100;
  });
  expect(all.left_ms).toBe(before - 100);
  withShare(all, (share) => {
    share.left_ms = 0;
  });
  expect(all.left_ms).toBeGreaterThan(0);
  expect(withShare({ ...all, left_ms: 70 }, ({ left_ms }) => left_ms)).toBe(70);
});
