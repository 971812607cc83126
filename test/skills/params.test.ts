import { describe, expect, it } from 'vitest';
import { extractParam } from '../../src/skills/extract-param.js';
import type { ParamsSchema } from '../../src/skills/params-schema.js';
import { patternProblem } from '../../src/skills/regex-cost.js';
import { validateParams } from '../../src/skills/validate-params.js';

const SCHEMA: ParamsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    env: { type: 'string', enum: ['dev', 'prod'], description: 'Where. 环境', 'x-carry': true },
    users: { type: 'integer', minimum: 1, maximum: 100 },
    cases: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
  required: ['env'],
  additionalProperties: false,
};

describe('validating parameters', () => {
  it('finds nothing in parameters that fit', async () => {
    expect(await validateParams(SCHEMA, { env: 'dev', users: 3, cases: [{ id: 'a' }] })).toEqual([]);
  });

  it.each([
    [
      {},
      {
        param: 'env',
        code: 'missing',
        message: 'env is missing (Where. 环境): one of dev, prod',
        allowed: ['dev', 'prod'],
      },
    ],
    [
      { env: 'qa' },
      { param: 'env', code: 'enum', message: 'env must be one of dev, prod; it is "qa"', allowed: ['dev', 'prod'] },
    ],
    [
      { env: 'dev', users: 'many' },
      { param: 'users', code: 'type', message: 'users must be of type integer; it is "many"', allowed: null },
    ],
    [
      { env: 'dev', users: 0 },
      { param: 'users', code: 'range', message: 'users must be >= 1; it is 0', allowed: null },
    ],
    [
      { env: 'dev', user: 1 },
      {
        param: 'user',
        code: 'unknown',
        message: 'user is not a parameter. Known: env, users, cases.',
        allowed: ['env', 'users', 'cases'],
      },
    ],
    [
      { env: 'dev', cases: [{ id: 'a' }, {}] },
      { param: 'cases[1].id', code: 'missing', message: 'cases[1].id is missing', allowed: null },
    ],
  ])('says of %j which parameter is wrong, how, and what is allowed', async (params, problem) => {
    const [found, ...others] = await validateParams(SCHEMA, params);
    expect(others).toEqual([]);
    expect({ ...found, message: found?.message.en }).toEqual(problem);
    expect(found?.message.zh).toMatch(/\p{Script=Han}/u);
    expect(found?.message.zh).toContain(problem.param);
  });

  it('names several at once', async () => {
    const problems = await validateParams(SCHEMA, { users: 1.5, x: 1 });
    expect(problems.map(({ param, code }) => `${param} ${code}`).sort()).toEqual([
      'env missing',
      'users type',
      'x unknown',
    ]);
  });

  it('is an error of its own where the schema cannot be used', async () => {
    await expect(validateParams({ type: 'object', properties: { a: { minLength: -1 } } }, {})).rejects.toMatchObject({
      code: 'PARAMS_SCHEMA',
    });
  });
});

describe('what is extracted from the words of a request', () => {
  it.each([
    [{ pattern: '(\\d+)\\s*个用户' }, '用 50 个用户压测', '50'],
    [{ pattern: 'https?://\\S+' }, 'check http://h:1/x please', 'http://h:1/x'],
    [{ pattern: '(?<env>dev|prod)环境', group: 'env' }, '在prod环境跑', 'prod'],
    [{ pattern: '(a)(b)?', group: 2 }, 'a', null],
    [{ pattern: '(\\d+)' }, 'nothing', null],
  ])('%j in %j is %j', (rule, text, expected) => {
    expect(extractParam(rule, text)).toBe(expected);
  });

  it('is nothing where a long text takes for ever', () => {
    const started = performance.now();
    expect(extractParam({ pattern: '(a+)+$' }, `${'a'.repeat(900)}!`)).toBeNull();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('the check of a pattern', () => {
  it.each([
    '(a+)+$',
    '(\\w|\\d)*$',
    '(a|aa)+$',
    '^(\\d+)*x',
    '.*.*.*=x',
    '(.*)*y',
    '(x+x+)+y',
    '(?=(b+)+$)b',
    '(中+)+国$',
    '((([a-z]+)+)+)+!',
  ])('refuses %s', (pattern) => {
    expect(patternProblem(pattern)?.en).toMatch(/exponential/);
  });

  it.each([
    '(?:[\\w-]+/)*[\\w-]+',
    '--(\\w+)=(\\S+)',
    '(?:接口|模块)\\s*([\\p{L}\\w.-]+)',
    '([a-zA-Z0-9._-]+)@([a-z0-9-]+\\.)+[a-z]{2,}',
    '(https?://[^\\s，。]+)',
    '最近\\s*(\\d+)\\s*(?:条|次)',
    '(?<!\\w)v?(\\d+\\.\\d+(?:\\.\\d+)?)(?!\\w)',
  ])('lets %s pass', (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
  });

  it('names what does not compile', () => {
    expect(patternProblem('(')?.en).toMatch(/does not compile/);
    expect(patternProblem('a'.repeat(2000))?.en).toMatch(/longer than/);
  });
});
