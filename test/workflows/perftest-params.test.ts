import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { compileParamsSchema } from '../../src/skills/validate-params.js';
import { examplesOf, paramsIn, schemaOf } from './package-params.js';

const SKILLS = fileURLToPath(new URL('../../skills', import.meta.url));
const schema = schemaOf('perftest');
const fits = await compileParamsSchema({ ...schema, required: [] });
const examples = examplesOf('perftest');

describe('the bundled package perftest', () => {
  it('loads without a diagnostic', async () => {
    const { types, diagnostics } = await readCatalog({ bundled: SKILLS, user: null }, { strict: false });
    expect(diagnostics.filter(({ file }) => file.includes('/controller/perftest/'))).toEqual([]);
    expect(types.get('perftest')).toMatchObject({ kind: 'controller', cwd: 'job', idempotent: false });
  });

  it('has enough examples in both languages, none twice', () => {
    expect(examples.length).toBeGreaterThanOrEqual(40);
    expect(new Set(examples.map(({ text }) => text)).size).toBe(examples.length);
    for (const lang of ['zh', 'en']) expect(examples.filter((one) => one.lang === lang).length).toBeGreaterThan(20);
  });

  it.each(examples.map(({ text, params = {} }) => [text, params] as const))('%s gives %j', (text, params) => {
    expect(paramsIn(schema, text)).toEqual(params);
    expect(fits(params)).toBe(true);
  });
});

describe('parameters of perftest in requests', () => {
  it.each([
    ['p95 and p99 under 1s', { p95_ms: 1_000, p99_ms: 1_000 }],
    ['p95<=200 p99<=500', { p95_ms: 200, p99_ms: 500 }],
    ['P95 小于 200 毫秒，P99 小于 0.5 秒', { p95_ms: 200, p99_ms: 500 }],
    ['tp99 300ms', { p99_ms: 300 }],
    ['99th percentile below 2 seconds', { p99_ms: 2_000 }],
    ['p95 and p99 latency should both stay under 250 milliseconds', { p95_ms: 250, p99_ms: 250 }],
    ['p99.9 under 1s', {}],
    ['p95 10 并发', { connections: 10 }],
    ['p95/p99 of /search', { url_path: '/search' }],
    ['并发数为 30，时长 1 分钟', { connections: 30, duration: 60 }],
    ['1,000 concurrent users', { connections: 1_000 }],
    ['a 30-second load test', { duration: 30 }],
    ['跑 1.5 分钟', { duration: 90 }],
    [
      '压测 http://10.0.0.7:8099/products 1 秒',
      { base_url: 'http://10.0.0.7:8099', url_path: '/products', duration: 1 },
    ],
    ['压测 /a 1 秒，p95 低于 20 毫秒', { url_path: '/a', duration: 1, p95_ms: 20 }],
    ['压测 /cart，200 并发，1 分钟', { url_path: '/cart', connections: 200, duration: 60 }],
    ['load test /x with 10 connections, 15 s', { url_path: '/x', connections: 10, duration: 15 }],
    ['stress /x 20s with p95 under 1s', { url_path: '/x', duration: 20, p95_ms: 1_000 }],
    ['压测 /a 预热 5 秒', { url_path: '/a', warmup: 5 }],
    ['压测 /a，超时 3 秒', { url_path: '/a', timeout: 3 }],
    ['压测 /a p95 1 秒', { url_path: '/a', p95_ms: 1_000 }],
    ['压测 /a 请求在 1 秒内返回', { url_path: '/a' }],
    ['跑一下，p95 不超过 1s', { p95_ms: 1_000 }],
    ['at least 1.5k rps', { min_rps: 1_500 }],
    ['吞吐不低于 2千', { min_rps: 2_000 }],
    ['throughput over 800 req/s, no more than 2% errors', { min_rps: 800, max_error_rate: 0.02 }],
    ['at 200 rps', { rate: 200 }],
    ['at least 200 rps', { min_rps: 200 }],
    ['以不低于 500 rps 为准', { min_rps: 500 }],
    ['失败率 0.1%', { max_error_rate: 0.001 }],
    ['零错误', { max_error_rate: 0 }],
    ['每秒 500 请求/s', {}],
    ['GET /a?x=1&y=2 please', { method: 'GET', url_path: '/a?x=1&y=2' }],
    ['get some numbers', {}],
    ['req/s and errors/s', {}],
    ['通过/失败', {}],
    [
      '压一压 https://api.example.com/v1/items?x=1.',
      { base_url: 'https://api.example.com', url_path: '/v1/items?x=1' },
    ],
    ['压http://127.0.0.1:80/a，谢谢', { base_url: 'http://127.0.0.1:80', url_path: '/a' }],
    ['api.internal:8443 压一下', { base_url: 'api.internal:8443' }],
    ['url=svc:80', { base_url: 'svc:80' }],
    ['http://h/', { base_url: 'http://h', url_path: '/' }],
    ['http://h', { base_url: 'http://h' }],
    ['path=/health', { url_path: '/health' }],
    ['http://h:80/a/b/ 并发 3', { base_url: 'http://h:80', url_path: '/a/b/', connections: 3 }],
    ['run tests in src/cart.test.js', {}],
    ['version 1.2.3 from 2024-05-01', {}],
    ['insecure=true timeout=3', { insecure: true, timeout: 3 }],
    ['p95_ms=150 min_rps=20 max_error_rate=0.5%', { p95_ms: 150, min_rps: 20, max_error_rate: 0.005 }],
  ])('%s: %j', (text, params) => {
    expect(paramsIn(schema, text)).toEqual(params);
  });

  const value = fc.integer({ min: 1, max: 9_999 });
  const unit = fc.constantFrom(
    ...([
      ['ms', 1],
      [' ms', 1],
      [' 毫秒', 1],
      [' milliseconds', 1],
      ['s', 1_000],
      ['秒', 1_000],
      [' seconds', 1_000],
    ] as const),
  );
  const bound = fc.constantFrom(
    ' 不超过 ',
    '<',
    ' under ',
    ' 低于',
    ' must stay below ',
    ' ≤ ',
    '要小于 ',
    ' at most ',
  );
  const after = fc.constantFrom('', '，谢谢', ' please', ', 20 并发', '。', ' for 10s', '以内');

  it('any p95 and p99 limit is found, in every unit and wording', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('95', '99'),
        bound,
        value,
        unit,
        after,
        (which, words, number, [name, factor], end) => {
          const found = paramsIn(schema, `压测 shop，p${which}${words}${number}${name}${end}`);
          expect(found[`p${which}_ms`]).toBe(number * factor);
          expect(found[which === '95' ? 'p99_ms' : 'p95_ms']).toBeUndefined();
        },
      ),
    );
  });

  it('connections, duration and URL do not take numbers from each other', () => {
    const host = fc.constantFrom('http://127.0.0.1:8080', 'http://localhost:3000', 'https://a-1.example.com');
    const seconds = fc.integer({ min: 1, max: 300 });
    const text = fc.constantFrom(
      (url: string, c: number, s: number) => `压测 ${url}，${c} 并发跑 ${s} 秒`,
      (url: string, c: number, s: number) => `load test ${url} with ${c} connections for ${s}s`,
      (url: string, c: number, s: number) => `${c} users on ${url} for ${s} seconds`,
      (url: string, c: number, s: number) => `并发 ${c}，持续 ${s} 秒，目标 ${url}`,
    );
    fc.assert(
      fc.property(text, host, value, seconds, (say, base_url, connections, duration) => {
        expect(paramsIn(schema, say(base_url, connections, duration))).toEqual({ base_url, connections, duration });
      }),
    );
  });

  it('whatever is said, what is found fits the schema, but for numbers out of range', () => {
    const words = fc.constantFrom(
      'p95',
      ' p99',
      '并发',
      ' 10 ',
      '0',
      '%',
      '秒',
      's',
      ' for ',
      '/a',
      'rps',
      '错误率',
      'http://',
      '：',
      '=',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 4 })), { maxLength: 20 }), (parts) => {
        fits(paramsIn(schema, parts.join('').replaceAll('=', '')));
        expect((fits.errors ?? []).filter(({ keyword }) => !/imum/.test(keyword))).toEqual([]);
      }),
    );
  });
});
