import { describe, expect, it } from 'vitest';
import { checkParamsSchema } from '../../src/skills/check-params-schema.js';
import { extractAll } from '../../src/skills/extract-all.js';
import { extractParam } from '../../src/skills/extract-param.js';
import type { ParamSchema, ParamsSchema } from '../../src/skills/params-schema.js';
import { patternTime } from '../../src/skills/pattern-time.js';
import { patternProblem, UNTRIED } from '../../src/skills/regex-cost.js';
import { validateParams } from '../../src/skills/validate-params.js';
import { NOT_KNOWN } from '../../src/skills/within-time.js';
import { idle, known, paused } from './attempts.js';

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
        message: 'env is missing (Where.): one of dev, prod',
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

  it.each([
    ['(a+)+$', `${'a'.repeat(900)}!`],
    ['(?:[#$%]+;?)+K', '#'.repeat(40)],
    ['(?:(?:(?:j{0,8}){0,8}){0,8}){0,8}K', 'j'.repeat(100)],
    ['(\\u{1F600}+)+\\u{1F601}x', '😀'.repeat(40)],
  ])('is nothing where %s would take for ever', (pattern, text) => {
    expect(extractParam({ pattern }, text)).toBeNull();
  });

  it('is found for every parameter whose pattern is done in time, and the others are named', () => {
    const pattern = (one: string) => ({ 'x-extract': { pattern: one } });
    const properties = { users: pattern('(\\d+) users'), bad: pattern('(#+)+K'), day: pattern('on (\\w+)'), none: {} };
    const { values, stopped } = extractAll({ type: 'object', properties }, `5 users on monday ${'#'.repeat(40)}`);
    expect([...values]).toEqual([
      ['users', '5'],
      ['day', 'monday'],
    ]);
    expect([...stopped.keys()]).toEqual(['bad']);
  });

  it('is not held against a pattern that this computer gave no time to', () => {
    const [date, days] = [{ 'x-extract': { pattern: '(\\d{4}-\\d{2}-\\d{2})' } }, ['from', 'to', 'by']];
    const { attempt, tries } = paused();
    const properties = Object.fromEntries(days.map((day) => [day, date]));
    const found = extractAll({ type: 'object', properties }, 'on 2026-01-02', attempt);
    expect([...found.stopped]).toEqual(days.map((day) => [day, NOT_KNOWN]));
    expect(tries()).toBe(6);
    const after = extractAll({ type: 'object', properties }, 'on 2026-01-02', paused(2).attempt);
    expect([...after.values]).toEqual(days.map((day) => [day, '2026-01-02']));
  });

  it('takes a bounded time for any number of bad patterns', () => {
    const names = Array.from({ length: 100 }, (_, each) => `bad${each}`);
    const properties = Object.fromEntries(names.map((name) => [name, { 'x-extract': { pattern: '(#+)+K' } }]));
    expect(extractAll({ type: 'object', properties }, '#'.repeat(40)).stopped.size).toBe(100);
  });
});

describe('what a schema says of values', () => {
  it.each<[string, ParamSchema]>([
    ['pattern', { type: 'string', pattern: '^(#+)+K$' }],
    ['patternProperties', { patternProperties: { '^(#+)+K$': {} } }],
  ])('names the value that a %s would take for ever on', async (_, param) => {
    const hashes = '#'.repeat(40);
    const bad = param.pattern === undefined ? { [hashes]: 1 } : hashes;
    const schema: ParamsSchema = { type: 'object', properties: { good: { type: 'string' }, bad: param } };
    expect(await validateParams(schema, { good: 'x', bad })).toMatchObject([{ param: 'bad', code: 'shape' }]);
  });

  it.each<[string, ParamSchema]>([
    ['pattern', { pattern: '^(#+)+K$' }],
    ['patternProperties', { patternProperties: { '^(#+)+K$': {} } }],
    ['pattern', { items: { pattern: '^(#+)+K$' } }],
  ])('is refused for a %s that can take for ever', (_, param) => {
    const checked = checkParamsSchema({ type: 'object', properties: { bad: param } }, patternTime(idle));
    expect(checked.ok ? [] : checked.problems.map(({ message }) => message.en)).toEqual([
      expect.stringContaining('exponential'),
    ]);
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
    '(?:[#$%]+;?)+K',
    '(?:[#-&]|[$-%])+K',
    '(?:(?:(?:j{0,8}){0,8}){0,8}){0,8}K',
    '(?:[<>]{1,8}){1,8}K',
    '(\\u{1F600}+)+\\u{1F601}x',
    '(\\ud83d\\ude00+)+x',
    '(?:\\p{Script=Greek}+)+K',
    '([^\\x00-\\x7f]+)+K',
    '(?:\\{+)+K',
    '(\\t+)+K',
    '(?:(a|b|ab)c?)+K',
    `${'a?'.repeat(40)}K`,
    `${'(?:a|a)'.repeat(40)}K`,
  ])('refuses %s', (pattern) => {
    expect(patternProblem(pattern, patternTime(idle))).toMatchObject({
      en: expect.stringContaining('exponential'),
    });
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
    expect(known(() => patternProblem(pattern, patternTime()))).toBeNull();
  });

  it('names what does not compile', () => {
    const told = (en: string) => ({ en: expect.stringContaining(en) });
    expect(patternProblem('(', patternTime())).toMatchObject(told('does not compile'));
    expect(patternProblem('a'.repeat(2000), patternTime())).toMatchObject(told('longer than'));
  });

  it('refuses nothing where this computer gave it no time, and tries no other in the same reading', () => {
    const { attempt, tries } = paused();
    const time = patternTime(attempt);
    for (const pattern of ['(?:[\\w-]+/)*[\\w-]+', '(a+)+$']) expect(patternProblem(pattern, time)).toBe(NOT_KNOWN);
    expect(tries()).toBe(3);
    expect(patternProblem('(?:[\\w-]+/)*[\\w-]+', patternTime(paused(2).attempt))).toBeNull();
    expect(patternProblem('(a+)+$', patternTime(paused(1).attempt))).toMatchObject({
      en: expect.stringContaining('exponential'),
    });
  });

  it('counts down the time there is, and tries nothing when it is used up', () => {
    const time = patternTime();
    const before = time.left_ms;
    patternProblem('(a+)+$', time);
    expect(time.left_ms).toBeLessThan(before);
    expect(patternProblem('(a+)+$', { ...patternTime(), left_ms: 0 })).toBe(UNTRIED);
    expect(patternProblem('\\d+', { ...patternTime(), left_ms: 0 })).toBeNull();
  });
});
