import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindsIn, namedTargets } from '../../skills/controller/inspection/named-targets.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { compileParamsSchema } from '../../src/skills/validate-params.js';
import { examplesOf, paramsIn, schemaOf } from './package-params.js';

const SKILLS = fileURLToPath(new URL('../../skills', import.meta.url));
const schema = schemaOf('inspection');
const fits = await compileParamsSchema(schema);
const examples = examplesOf('inspection');

describe('the bundled package inspection', () => {
  it('loads without a diagnostic', async () => {
    const { types, diagnostics } = await readCatalog({ bundled: SKILLS, user: null }, { strict: false });
    expect(diagnostics.filter(({ file }) => file.includes('/controller/inspection/'))).toEqual([]);
    expect(types.get('inspection')).toMatchObject({ kind: 'controller', cwd: 'job' });
  });

  it('has enough examples in both languages, none twice and none of perftest', () => {
    const texts = [...examples, ...examplesOf('perftest'), ...examplesOf('functest'), ...examplesOf('status')];
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
    expect(examples.length).toBeGreaterThanOrEqual(40);
    for (const lang of ['zh', 'en']) expect(examples.filter((one) => one.lang === lang).length).toBeGreaterThan(20);
  });

  it.each(examples.map(({ text, params = {} }) => [text, params] as const))('%s gives %j', (text, params) => {
    expect(paramsIn(schema, text)).toEqual(params);
    expect(fits(params)).toBe(true);
  });
});

describe('parameters of inspection in requests', () => {
  it.each([
    ['磁盘剩余不足 20% 的', { kinds: '磁盘' }],
    ['disks with less than 20% free', { kinds: 'disks' }],
    ['disk usage above 92.5 percent', { kinds: 'disk', disk_percent: 92.5 }],
    ['内存超过80%，磁盘超过90%', { kinds: '内存超过80%，磁盘', memory_percent: 80, disk_percent: 90 }],
    ['certs expiring in 2 days', { kinds: 'certs', cert_days: 2 }],
    ['SSL 证书不足 15 天', { kinds: 'SSL 证书', cert_days: 15 }],
    ['15 天内到期的域名', { cert_days: 15 }],
    ['responses slower than 1.5s', { latency_ms: 1_500 }],
    ['10:30 开始巡检', {}],
    ['run the load test', {}],
    ['看看 a.example.com:8443、10.0.0.5:6379', { targets: ['a.example.com:8443', '10.0.0.5:6379'] }],
    ['ping localhost', { targets: ['localhost'] }],
    ['check README.md and src/a.test.js', {}],
    ['mail me@example.com about it', {}],
    ['服务器', {}],
  ])('%s: %j', (text, params) => {
    expect(paramsIn(schema, text)).toEqual(params);
  });

  it('every host:port and URL of a list is found, whatever stands between them', () => {
    const host = fc.constantFrom('127.0.0.1', 'web-1', 'db.internal', 'a.b-c.example.com', 'localhost');
    const port = fc.integer({ min: 1, max: 65_535 });
    const target = fc.oneof(
      fc.tuple(host, port).map(([name, number]) => `${name}:${number}`),
      fc.tuple(host, port).map(([name, number]) => `http://${name}:${number}/health`),
    );
    const between = fc.constantFrom('，', '、', ' 和 ', ' and ', ', ', ' ');
    fc.assert(
      fc.property(fc.array(target, { minLength: 1, maxLength: 6 }), between, (targets, glue) => {
        const found = paramsIn(schema, `检查 ${targets.join(glue)} 一下`).targets;
        const named = (Array.isArray(found) ? found : []).flatMap((text) => namedTargets(String(text), new Set()));
        const said = named.map(({ kind, host: name, port: number, url }) =>
          kind === 'http' ? url : `${name}:${number}`,
        );
        expect([...said].sort()).toEqual([...targets].sort());
      }),
    );
  });

  it('nothing that is said makes it fall over', () => {
    const words = fc.constantFrom(
      '磁盘',
      ' disk ',
      '80%',
      '证书',
      ' 30 days',
      'http://',
      ':80',
      'a.com',
      '、',
      '和',
      'localhost',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 4 })), { maxLength: 20 }), (parts) => {
        fits(paramsIn(schema, parts.join('').replaceAll('=', '')));
        expect((fits.errors ?? []).filter(({ keyword }) => !/imum/.test(keyword))).toEqual([]);
      }),
    );
  });
});

describe('what words name', () => {
  it.each([
    ['磁盘和内存', ['disk', 'memory']],
    ['CPU', ['load']],
    ['services', ['http', 'port']],
    ['TLS certificates', ['certificate']],
    ['服务器', []],
    ['', []],
  ])('%s: %j', (text, kinds) => {
    expect([...kindsIn(text)]).toEqual(kinds);
  });

  it.each([
    ['https://a.test/x', ['certificate'], [{ kind: 'certificate', url: 'https://a.test/x' }]],
    [
      'https://a.test/x',
      ['certificate', 'http'],
      [
        { kind: 'certificate', url: 'https://a.test/x' },
        { kind: 'http', url: 'https://a.test/x' },
      ],
    ],
    ['http://a.test/x', ['certificate'], [{ kind: 'http', url: 'http://a.test/x' }]],
    ['example.com', ['certificate'], [{ kind: 'certificate', host: 'example.com' }]],
    ['example.com', [], [{ kind: 'http', url: 'https://example.com/' }]],
    ['db:5432', [], [{ kind: 'port', host: 'db', port: 5_432 }]],
    ['nothing', [], []],
  ] as const)('%s with %j is %j', (text, kinds, found) => {
    expect(namedTargets(text, new Set(kinds))).toEqual(found);
  });
});
