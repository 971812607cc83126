import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/skills/package.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { validateParams } from '../../src/skills/validate-params.js';
import { examplesOf, paramsIn, schemaOf } from './package-params.js';

const SKILLS = fileURLToPath(new URL('../../skills', import.meta.url));
const NAMES = ['accutest', 'release_check'];

let read: Promise<Catalog> | null = null;
const catalog = (): Promise<Catalog> => {
  read ??= readCatalog({ bundled: SKILLS, user: null }, { strict: false });
  return read;
};

async function bound(name: string, text: string): Promise<Record<string, unknown>> {
  const schema = schemaOf(name);
  const params = paramsIn(schema, text);
  expect((await validateParams(schema, params)).filter(({ code }) => code !== 'missing')).toEqual([]);
  return params;
}

describe.each(NAMES)('the bundled package %s', (name) => {
  it('loads without a diagnostic', async () => {
    const { diagnostics } = await catalog();
    expect(diagnostics.filter(({ file }) => file.includes(`/controller/${name}/`))).toEqual([]);
    expect((await catalog()).types.get(name)).toMatchObject({ kind: 'controller', cwd: 'project' });
  });

  it('has enough examples in both languages, none twice and none of another package', () => {
    const own = examplesOf(name);
    const others = readdirSync(`${SKILLS}/controller`).filter((other) => other !== name);
    const texts = [...own, ...others.flatMap(examplesOf)].map(({ text }) => text);
    expect(own.length).toBeGreaterThanOrEqual(60);
    for (const lang of ['zh', 'en']) expect(own.filter((one) => one.lang === lang).length).toBeGreaterThanOrEqual(25);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it.each(examplesOf(name).map(({ text, params = {} }) => [text, params] as const))(
    '%s gives the parameters %j',
    async (text, params) => {
      expect(await bound(name, text)).toEqual(params);
    },
  );
});

describe('parameters of accutest in requests', () => {
  it.each([
    ['准确率不低于 92%', { min_accuracy: '92%' }],
    ['at least 0.9 accuracy', { min_accuracy: 0.9 }],
    ['准确率要达到95', { min_accuracy: 95 }],
    ['正确率 90% 以上', { min_accuracy: '90%' }],
    ['accuracy should be above 0.875', { min_accuracy: 0.875 }],
    ['F1 值至少 0.8，准确率至少 0.9', { min_f1: 0.8, min_accuracy: 0.9 }],
    ['macro F1 at least 70%', { min_f1: '70%' }],
    ['最低准确率 0.5', { min_accuracy: 0.5 }],
    ['what is the accuracy of v2', {}],
    ['准确率 2024 年的数据', {}],
    ['上次准确率 91%，这次呢', {}],
    ['用/data/a.csv测', { dataset: '/data/a.csv' }],
    ['see http://host/a.csv', { endpoint: 'http://host/a.csv' }],
    ['在 a.jsonl 上对比 b.json', { dataset: 'a.jsonl', baseline: 'b.json' }],
    ['抽样 10% 吧', {}],
    ['limit=50 seed=3 predictor_mode=row', { limit: 50, seed: 3, predictor_mode: 'row' }],
  ])('%s: %j', async (text, params) => {
    expect(await bound('accutest', text)).toEqual(params);
  });
});
