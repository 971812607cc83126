import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extractParam } from '../../src/skills/extract-param.js';
import { readCatalog } from '../../src/skills/read-catalog.js';

const SKILLS = fileURLToPath(new URL('../../skills', import.meta.url));
const NAMES = ['functest', 'status', 'cancel', 'executor'];

function examples(name: string): { text: string; lang?: string; params?: Record<string, string> }[] {
  const text = readFileSync(`${SKILLS}/controller/${name}/examples.jsonl`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the bundled packages functest, status, cancel and executor', () => {
  it('load without a diagnostic', async () => {
    const { packages, diagnostics } = await readCatalog({ bundled: SKILLS, user: null }, { strict: false });
    const ours = (file: string) => NAMES.some((name) => file.includes(`/controller/${name}/`));
    expect(diagnostics.filter(({ file }) => ours(file))).toEqual([]);
    for (const name of NAMES) {
      expect(packages.find((one) => one.name === name)).toMatchObject({ task_type: name, kind: 'controller' });
    }
    expect(packages.find((one) => one.name === 'functest')).toMatchObject({
      cwd: 'project',
      idempotent: false,
      limits: { wall_sec: 3600, idle_sec: 900, output_bytes: 1024 ** 3 },
    });
  });

  it.each(NAMES)('%s has enough examples in both languages, none twice', (name) => {
    const texts = examples(name).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    for (const lang of ['zh', 'en']) {
      expect(examples(name).filter((example) => example.lang === lang).length).toBeGreaterThanOrEqual(25);
    }
    expect(texts.length).toBeGreaterThanOrEqual(60);
  });

  it('no text is an example of two packages', () => {
    const all = NAMES.flatMap((name) => examples(name).map(({ text }) => text));
    expect(new Set(all).size).toBe(all.length);
  });

  const { properties } = JSON.parse(readFileSync(`${SKILLS}/controller/functest/params.schema.json`, 'utf8'));

  it.each(examples('functest').map(({ text, params }) => [text, params?.path ?? null]))(
    '%s names the path %s',
    (text, path) => {
      expect(extractParam(properties.path['x-extract'], text)).toBe(path);
    },
  );

  const testNamed = (text: string): string | null =>
    extractParam(properties.filter['x-extract'], text) ?? extractParam(properties.name['x-extract'], text);

  it.each([
    ['run only the test rejects an empty cart', 'rejects an empty cart'],
    ['run just the test formats cents in shop', 'formats cents'],
    ['run only the test "rejects an empty cart" of shop', 'rejects an empty cart'],
    ['run the tests named coupon', 'coupon'],
    ['run tests whose name contains coupon, please', 'coupon'],
    ["run the tests 'adds_tax'", 'adds_tax'],
    ['run only the test test_adds_tax.', 'test_adds_tax'],
    ['只跑“空购物车不能下单”这个用例', '空购物车不能下单'],
    ['跑一下空购物车不能下单这个用例', '空购物车不能下单'],
    ['跑一下名字包含优惠券的用例', '优惠券'],
    ['只跑名叫 未知路径返回 404 的用例', '未知路径返回 404'],
    ['重新跑用例「库存不足时拒绝加入」', '库存不足时拒绝加入'],
    ['run only the tests of shop', null],
    ['only run the test suite', null],
    ['just run the tests again', null],
    ['run only the test test/cart.test.js', null],
    ['run tests "test/cart.test.js"', null],
    ['run the test named name="x y"', null],
    ['只跑 test/checkout.test.js 这个文件', null],
    ['跑一下购物车的用例', null],
    ["let's run the team's tests, they're o'clock", null],
  ])('%s names the test %s', (text, name) => {
    expect(testNamed(text)).toBe(name);
  });

  it.each(examples('functest').map(({ text, params }) => [text, params?.filter ?? null]))(
    '%s names the test %s, if any',
    (text, filter) => {
      if (!text.includes('filter=')) expect(testNamed(text)).toBe(filter);
    },
  );

  it.each([
    ['check http://localhost:8080/health/live', null],
    ['pass/fail counts, CI/CD and p95/p99 please', null],
    ['跑/opt/app的测试', '/opt/app'],
    ['测一下~/code/shop', '~/code/shop'],
    ['filter=a/b/c', null],
    ['run the tests in tests/cart.', 'tests/cart'],
    ['run /', null],
    ['请跑cart.test.ts。', 'cart.test.ts'],
  ])('%s names the path %s', (text, path) => {
    expect(extractParam(properties.path['x-extract'], text)).toBe(path);
  });
});
