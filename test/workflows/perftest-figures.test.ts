import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Latencies } from '../../skills/controller/perftest/latencies.js';
import { checkLimits, type Figures } from '../../skills/controller/perftest/limits.js';
import { Recorder } from '../../skills/controller/perftest/recorder.js';
import { sayUrl, targetOf } from '../../skills/controller/perftest/target.js';

describe('latencies', () => {
  it('every percentile is the exact one to 1 %', () => {
    const times = fc.array(fc.double({ min: 0, max: 200_000, noNaN: true }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(times, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const latencies = new Latencies();
        for (const value of values) latencies.add(value);
        const sorted = [...values].sort((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        expect(Math.abs(latencies.percentile(share) - exact)).toBeLessThanOrEqual(exact * 0.01 + 0.001);
      }),
    );
  });

  it('percentiles never fall as the share grows, and the last one is the greatest', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
        const latencies = new Latencies();
        for (const value of values) latencies.add(value);
        const at = [0, 0.5, 0.9, 0.95, 0.99, 1].map((share) => latencies.percentile(share));
        expect(at).toEqual([...at].sort((a, b) => a - b));
        expect(latencies.max).toBe(Math.max(...values));
      }),
    );
  });

  it('of nothing everything is 0', () => {
    const latencies = new Latencies();
    expect([latencies.percentile(0.5), latencies.mean, latencies.max, latencies.total]).toEqual([0, 0, 0, 0]);
  });
});

describe('limits', () => {
  const latency_ms = { p50: 1, p90: 9, p95: 95, p99: 99, max: 100, mean: 5 };
  const figures: Figures = { requests: 100, rps: 50, latency_ms, error_rate: 0.01 };
  const none = { p95_ms: null, p99_ms: null, min_rps: null, max_error_rate: 1 };

  it.each([
    [{ p95_ms: 95 }, true],
    [{ p95_ms: 94.9 }, false],
    [{ p99_ms: 100 }, true],
    [{ p99_ms: 98 }, false],
    [{ min_rps: 50 }, true],
    [{ min_rps: 50.1 }, false],
    [{ max_error_rate: 0.01 }, true],
    [{ max_error_rate: 0 }, false],
  ])('%j is met: %s', (limits, met) => {
    expect(checkLimits({ ...none, ...limits }, figures).every((check) => check.met)).toBe(met);
  });

  it('a limit on what could not be measured is not met', () => {
    const checks = checkLimits({ ...none, p95_ms: 1_000 }, { ...figures, latency_ms: null });
    expect(checks[0]).toEqual({ limit: 'p95_ms', wanted: 1_000, found: null, met: false });
  });
});

describe('what a run records', () => {
  it('the warm-up counts as a sign of life only', () => {
    const recorder = new Recorder();
    recorder.answer(200, 10, 5);
    recorder.fail('connection', 'ECONNRESET', null);
    expect(recorder.everAnswered).toBe(1);
    expect(recorder.totals()).toMatchObject({ answers: 0, failures: { connection: 0 } });
    recorder.begin();
    recorder.answer(204, 10, 5);
    recorder.answer(500, 10, 1);
    recorder.fail('timeout', 'timed out', 1_000);
    expect(recorder.totals()).toMatchObject({ answers: 2, ok: 1, non_2xx: 1, failures: { timeout: 1 }, bytes: 20 });
    expect(recorder.latencies.total).toBe(2);
    expect(recorder.latencies.max).toBe(1_000);
  });
});

describe('the target', () => {
  it.each([
    ['localhost:8080', '/a', 'http://localhost:8080/a'],
    ['http://h/api/', '/a?b=1', 'http://h/api/a?b=1'],
    ['http://h/api', 'a', 'http://h/api/a'],
    ['http://h/x?y=1#z', null, 'http://h/x?y=1'],
    ['https://[::1]:8443', '/..%2f', 'https://[::1]:8443/..%2f'],
    ['http://h', '/a b', 'http://h/a%20b'],
  ])('%s with %s is %s', (base_url, url_path, url) => {
    expect(targetOf({ base_url, url_path }, {}).href).toBe(url);
  });

  it('no path leads to another host', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (path) => {
        let url: URL;
        try {
          url = targetOf({ base_url: 'http://127.0.0.1:8080', url_path: path }, {});
        } catch {
          return;
        }
        expect(url.origin).toBe('http://127.0.0.1:8080');
      }),
    );
  });

  it('is shown without secrets', () => {
    expect(sayUrl(new URL('http://me:pw@h/a?token=abc&x=1'))).toBe('http://h/a?token=***&x=1');
  });
});
