import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Project } from '../../../src/config/config.js';
import { type BindRequest, bindParameters } from '../../../src/controller/parameters/bind.js';
import { coerce } from '../../../src/controller/parameters/coerce.js';
import { isOnlyPairs, keyValues } from '../../../src/controller/parameters/key-values.js';
import { mentions } from '../../../src/controller/parameters/mentions.js';
import type { Package } from '../../../src/skills/package.js';
import type { ParamSchema } from '../../../src/skills/params-schema.js';
import { readDocument } from '../../docs/document.js';
import { workspace } from '../../harness/workspace.js';

function packageWith(properties: Record<string, ParamSchema>, required: string[] = []): Package {
  const params_schema = { type: 'object' as const, properties, required };
  return { name: 'check', task_type: 'check', params_schema } as unknown as Package;
}

function projectAt(name: string, path: string | null, more: Partial<Project> = {}): Project {
  return { name, path, test_command: null, base_url: null, dataset: null, ...more };
}

async function bind(text: string, properties: Record<string, ParamSchema>, changes: Partial<BindRequest> = {}) {
  return await bindParameters({
    text,
    package: packageWith(properties),
    projects: {},
    default_project: null,
    root: '/nowhere',
    given: {},
    earlier: null,
    ...changes,
  });
}

describe('key=value', () => {
  it.each([
    ['suite=login', { suite: 'login' }],
    ['run it with suite = login, please', { suite: 'login' }],
    ['suite="two words" level=2', { suite: 'two words', level: '2' }],
    ["suite='it is'", { suite: 'it is' }],
    ['suite=“引号”', { suite: '引号' }],
    ['跑一下suite=登录，level=3。谢谢', { suite: '登录', level: '3' }],
    ['a=1 a=2', { a: '2' }],
    ['if x == y then', {}],
    ['no pairs here', {}],
    ['__proto__=x', { ['__proto__']: 'x' }],
    ['url=https://a.test/x?y=z', { url: 'https://a.test/x?y=z' }],
  ])('reads %j', (text, pairs) => {
    expect([...keyValues(text)]).toEqual(Object.entries(pairs));
  });

  it('knows a text of nothing but pairs', () => {
    expect(isOnlyPairs(' a=1, b="two words". ')).toBe(true);
    expect(isOnlyPairs('run a=1')).toBe(false);
  });
});

describe('coerce', () => {
  it.each<[string, ParamSchema, unknown]>([
    ['12', { type: 'integer' }, 12],
    ['1_000', { type: 'integer' }, 1000],
    ['1.5e3', { type: 'number' }, 1500],
    ['twelve', { type: 'integer' }, 'twelve'],
    ['yes', { type: 'boolean' }, true],
    ['否', { type: 'boolean' }, false],
    ['maybe', { type: 'boolean' }, 'maybe'],
    ['null', { type: ['string', 'null'] }, null],
    ['FULL', { enum: ['smoke', 'full'] }, 'full'],
    ['2', { enum: [1, 2] }, 2],
    ['12', {}, '12'],
  ])('turns %j by %j into %j', (text, schema, value) => {
    expect(coerce(text, schema)).toEqual(value);
  });
});

describe('mentions', () => {
  it.each([
    ['run the shop tests', 'shop', true],
    ['跑一下shop的测试', 'shop', true],
    ['the shop-coupons tests', 'shop', false],
    ['the shop-coupons tests', 'shop-coupons', true],
    ['the workshop', 'shop', false],
    ['shop_2', 'shop', false],
    ['SHOP!', 'shop', true],
    ['in the shop - now', 'shop', true],
    ['anything', '', false],
  ])('%j mentions %j: %s', (text, name, expected) => {
    expect(mentions(text, name)).toBe(expected);
  });
});

describe('where a value comes from', () => {
  const suite: Record<string, ParamSchema> = {
    suite: { type: 'string', default: 'all', 'x-extract': { pattern: 'suite (\\w+)' } },
  };

  it('prefers what was given, then the pair, then what is extracted, then the default', async () => {
    const text = 'check suite smoke with suite=full';
    expect(await bind(text, suite, { given: { suite: 'given' } })).toMatchObject({ params: { suite: 'given' } });
    expect(await bind(text, suite)).toMatchObject({ params: { suite: 'full' }, sources: { suite: 'request' } });
    expect(await bind('check suite smoke', suite)).toMatchObject({ params: { suite: 'smoke' } });
    expect(await bind('check', suite)).toMatchObject({ params: { suite: 'all' }, sources: { suite: 'default' } });
  });

  it('takes what the project says before a default', async () => {
    const projects = { shop: projectAt('shop', null, { dataset: '/data/orders' }) };
    const bound = await bind('check the shop', { dataset: { type: 'string', default: 'none' } }, { projects });
    expect(bound).toMatchObject({ params: { dataset: '/data/orders' }, sources: { dataset: 'project' } });
  });

  it('never guesses: what is not said and has no default is left out', async () => {
    expect(await bind('check', { level: { type: 'integer' } })).toMatchObject({ ok: true, params: {} });
  });

  it('names the first required parameter that is missing', async () => {
    const bound = await bindParameters({
      text: 'check a=1',
      package: packageWith({ a: { type: 'integer' }, b: { type: 'string' }, c: {} }, ['a', 'b', 'c']),
      projects: {},
      default_project: null,
      root: '/nowhere',
      given: {},
      earlier: null,
    });
    expect(bound).toMatchObject({ ok: false, param: 'b', problem: null, params: { a: 1 } });
  });

  it('says what does not fit before it asks for what is missing', async () => {
    const bound = await bindParameters({
      text: 'check',
      package: packageWith({ a: { enum: ['low', 'high'] }, b: { type: 'integer' } }, ['a', 'b']),
      projects: {},
      default_project: null,
      root: '/nowhere',
      given: { a: 'both' },
      earlier: null,
    });
    expect(bound).toMatchObject({ ok: false, param: 'a', params: {} });
    expect(bound.ok ? null : bound.problem?.en).toContain('a must be one of low, high');
  });

  it('asks for a parameter whose pattern takes for ever on the request, even an optional one, and takes it from an answer', async () => {
    const bad: ParamSchema = { default: 'x', 'x-extract': { pattern: '(?:[#$%]+;?)+K' } };
    const text = `check ${'#'.repeat(40)}`;
    const asked = await bind(text, { a: { default: 1 }, bad });
    expect(asked).toMatchObject({ ok: false, param: 'bad', params: { a: 1 } });
    expect(asked.ok ? null : asked.problem).toEqual({
      en: expect.stringContaining('params.schema.json'),
      zh: expect.stringContaining('params.schema.json'),
    });
    expect(await bind(text, { bad }, { given: { bad: 'y' } })).toMatchObject({ ok: true, params: { bad: 'y' } });
    expect(await bind(`${text} bad=z`, { bad })).toMatchObject({ ok: true, params: { bad: 'z' } });
  });

  it('names the key of the configuration that a value which does not fit stands in', async () => {
    const projects = { shop: projectAt('shop', null, { level: ['a'] }) };
    const bound = await bind('check', { level: { type: 'string' } }, { projects, default_project: 'shop' });
    expect(bound).toMatchObject({ ok: false, param: 'level', set_in: 'projects.shop.level' });
  });

  it.each<[string, ParamSchema, string]>([
    ['level=twelve', { type: 'integer' }, 'level must be'],
    ['level=99', { type: 'integer', maximum: 9 }, 'level'],
    ['level=high', { enum: ['low', 'mid'] }, 'level must be one of low, mid'],
  ])('says what is wrong with %s', async (text, level, words) => {
    const bound = await bind(`check ${text}`, { level });
    expect(bound).toMatchObject({ ok: false, param: 'level', params: {} });
    expect(bound.ok ? null : bound.problem?.en).toContain(words);
  });
});

describe('which project', () => {
  async function folders() {
    const root = await workspace();
    for (const name of ['shop', 'shop/coupons', 'other']) await mkdir(join(root, name), { recursive: true });
    const projects = {
      shop: projectAt('shop', join(root, 'shop')),
      'shop-coupons': projectAt('shop-coupons', join(root, 'shop/coupons')),
    };
    return { root, projects, default_project: 'shop' };
  }

  it.each([
    ['run the tests', 'shop'],
    ['run the tests of shop-coupons', 'shop-coupons'],
    ['跑一下shop-coupons的测试', 'shop-coupons'],
    ['run the tests, project=shop-coupons', 'shop-coupons'],
  ])('%j is about %s', async (text, name) => {
    expect(await bind(text, {}, await folders())).toMatchObject({ project: { name } });
  });

  it('takes a folder that the request names', async () => {
    const given = await folders();
    expect(await bind('run the tests in ./other', {}, given)).toMatchObject({
      project: { name: './other', path: join(given.root, 'other'), test_command: null },
    });
    expect(await bind('run the tests, project=other', {}, given)).toMatchObject({
      project: { path: join(given.root, 'other') },
    });
    expect(await bind(`run the tests in ${given.root}/other`, {}, given)).toMatchObject({
      project: { path: join(given.root, 'other') },
    });
  });

  it('leaves a path that is a parameter to the parameter', async () => {
    const path: ParamSchema = { type: 'string', 'x-extract': { pattern: 'in (\\S+)' } };
    expect(await bind('run the tests in shop/coupons', { path }, await folders())).toMatchObject({
      params: { path: 'shop/coupons' },
      project: { name: 'shop' },
    });
  });

  it('lays a URL over the project, without the punctuation around it', async () => {
    const given = await folders();
    for (const text of ['check https://a.test/b?c=1, please', '检查（https://a.test/b?c=1）']) {
      expect(await bind(text, {}, given)).toMatchObject({
        project: { name: 'shop', base_url: 'https://a.test/b?c=1' },
      });
    }
    expect(await bind('check https://a.test', {}, { ...given, default_project: null })).toMatchObject({
      project: { name: 'https://a.test', path: null },
    });
  });

  it('asks where `project=` names nothing there is', async () => {
    for (const name of ['nonesuch', 'constructor', '../../etc/passwd']) {
      expect(await bind(`check project=${name}`, {}, await folders())).toMatchObject({ ok: false, param: 'project' });
    }
  });

  it('has none where none is configured and none is named', async () => {
    expect(await bind('check src/nothing here', {})).toMatchObject({ ok: true, project: null });
  });
});

/** The schema that the documentation recommends, as it stands there. */
const documented = (path: string): Record<string, ParamSchema> => {
  const [schema] = readDocument(path)
    .blocks.filter(({ language, text }) => language === 'json' && text.includes('"x-extract"'))
    .map(({ text }) => JSON.parse(text) as { properties: Record<string, ParamSchema> });
  return schema?.properties ?? {};
};

describe.each(['docs/skills.md', 'docs/zh/skills.md'])('the pattern of %s', (path) => {
  it.each([
    ['p95 不超过 2 秒', 2000],
    ['p95不超过2秒的同步', 2000],
    ['p95 200 毫秒以内', 200],
    ['p95 不超过 2 分钟', 120_000],
    ['p95 under 0.2 s', 200],
    ['p95 below 2 seconds', 2000],
    ['p95 800ms', 800],
    ['p95 800', 800],
  ])('reads %j with its unit', async (text, p95_ms) => {
    expect(await bind(text, documented(path))).toMatchObject({ ok: true, params: { p95_ms } });
  });
});
