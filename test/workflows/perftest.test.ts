import { execFileSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resultData } from '../../skills/controller/perftest/data.js';
import { render } from '../../skills/controller/perftest/render.js';
import { runLoad } from '../../skills/controller/perftest/run-load.js';
import { BadInputError } from '../../skills/kit/errors.js';
import { JobEvents } from '../../skills/kit/job-events.js';
import { workspace } from '../harness/workspace.js';
import { runBuiltWorkflow } from './run-workflow.js';
import { makeCertificate } from './targets/make-certificate.js';
import { closedPort, startHttp, startHttps, startTcp, withShop } from './targets/servers.js';

const WORKFLOW = fileURLToPath(new URL('../../skills/controller/perftest/workflow.mjs', import.meta.url));

interface PerftestData {
  verdict: string;
  rps: number | null;
  latency_ms: Record<string, number> | null;
  error_rate: number | null;
  requests: number | null;
  errors: Record<string, number> | null;
  statuses: Record<string, number>;
  failures: { name: string }[];
  connections: number;
  target: string | null;
  method: string;
  notes: string[];
}

interface Seen {
  result: { task_result: string; data: PerftestData };
}

/** In this process: without the cost of starting one. */
async function here({ params = {}, project = {} }: Input): Promise<Seen> {
  const input = { run_id: null, params: { ...params }, project: { ...project }, language: 'en' as const };
  const facts = await runLoad(input, new JobEvents(undefined)).catch((error: unknown) => {
    if (!(error instanceof BadInputError)) throw error;
    const notes = [{ code: 'bad_input' as const, message: error.both }];
    return { verdict: 'error' as const, order: null, target: null, checks: [], measured: null, notes };
  });
  return { result: { task_result: render(facts, 'en'), data: resultData(facts) as unknown as PerftestData } };
}

type Input = { params?: object; project?: object; language?: 'zh' | 'en' };

const perftest = (input: Input | string, env?: NodeJS.ProcessEnv) =>
  runBuiltWorkflow<PerftestData>('perftest', input, undefined, env);

/** A short run: two connections for half a second. */
const brief = (base_url: string, more: object = {}): Input => ({
  params: { base_url, connections: 2, duration: 0.5, warmup: 0, timeout: 1, ...more },
});

describe('perftest on the example shop', () => {
  it('limits that hold pass, with figures, live progress and a report', async () => {
    await withShop(async (url) => {
      const { code, result, events, files, report } = await perftest({
        project: { name: 'shop', path: '/somewhere', base_url: url, perftest: { max_connections: 10 } },
        params: { url_path: '/products', connections: 4, duration: 2, p95_ms: 2_000, p99_ms: 3_000, min_rps: 1 },
      });
      expect(code).toBe(0);
      expect(result.task_status).toBe('done');
      expect(result.task_result).toMatch(
        /^Load test passed: GET http:\/\/127\.0\.0\.1:\d+\/products, 4 connections, measured for \d\.\d s: \d+ requests, [\d.]+ req\/s with 2xx, 0% errors\.\nLatency: p50 /,
      );
      expect(result.task_result).toContain('at most 2000 ms: met');
      const { data } = result;
      expect(data).toMatchObject({ verdict: 'passed', error_rate: 0, failures: [], connections: 4, method: 'GET' });
      expect(Number(data.rps)).toBeGreaterThan(1);
      const { p50 = 0, p90 = 0, p95 = 0, p99 = 0, max = 0 } = data.latency_ms ?? {};
      expect([p50, p90, p95, p99, max]).toEqual([p50, p90, p95, p99, max].sort((a, b) => a - b));
      expect(p50).toBeGreaterThan(0);
      expect(data.statuses['200']).toBe(data.requests);
      expect(events.filter(({ event }) => event === 'progress').at(-1)).toMatchObject({ done: 3, total: 3, unit: 's' });
      expect(events.some(({ event, name }) => event === 'step' && /^load · \d+ req\/s$/.test(String(name)))).toBe(true);
      expect(files.sort()).toEqual(['events.jsonl', 'report.html', 'result.json']);
      expect(report).toContain('<polyline');
    });
  });

  it('a limit that does not hold fails, and says by how much, in Chinese', async () => {
    await withShop(async (url) => {
      const { code, result, report } = await perftest({
        ...brief(`${url}/products`, { p95_ms: 0.001, min_rps: 1_000_000 }),
        language: 'zh',
      });
      expect(code).toBe(0);
      expect(result.task_status).toBe('failed');
      expect(result.data).toMatchObject({ verdict: 'failed', failures: [{ name: 'p95_ms' }, { name: 'min_rps' }] });
      expect(result.task_result).toMatch(/^压测未通过：GET .*错误率 0%。\n延迟：p50 /);
      expect(result.task_result).toMatch(/p95 [\d.]+ ms，要求不超过 0 ms：不达标/);
      expect(result.task_result).toMatch(/吞吐 [\d.]+ req\/s，要求不低于 1000000 req\/s：不达标/);
      expect(report).toContain('未通过');
    });
  });

  it('4xx at the first request is an error: there is nothing to measure', async () => {
    await withShop(async (url) => {
      const target = brief(url, { url_path: '/carts/c1/items', method: 'POST', body: '{"sku":"tea-1","quantity":0}' });
      const { result } = await perftest(target);
      expect(result.data).toMatchObject({ verdict: 'error', method: 'POST' });
      expect(result.task_result).toMatch(/POST .*\/carts\/c1\/items answers 4\d\d: there is nothing to measure/);
    });
  });

  it('a shop that is killed half-way fails at once, and that is said', async () => {
    await withShop(async (url, kill) => {
      let answers = 0;
      const front = await startHttp(async (_request, response) => {
        answers += 1;
        if (answers === 50) void kill();
        try {
          response.end(await (await fetch(`${url}/health`)).text());
        } catch {
          response.destroy();
        }
      });
      const started = performance.now();
      const { result } = await perftest(brief(front, { duration: 20 }));
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(result.task_status).toBe('failed');
      expect(result.data.verdict).toBe('failed');
      expect(result.task_result).toMatch(/the target stopped answering after \d\.\d of 20 s; the load was stopped/);
    });
  });

  it('nobody who listens is an error with what was seen, at once', async () => {
    const { result } = await perftest(brief(`http://127.0.0.1:${await closedPort()}/`, { duration: 20 }));
    expect(result).toMatchObject({ task_status: 'failed', data: { verdict: 'error', rps: null, latency_ms: null } });
    expect(result.task_result).toMatch(
      /^The load test could not be completed: .*\nNote: .*cannot be reached \(ECONNREFUSED\)/,
    );
  });
});

describe('the built perftest', () => {
  it('needs nothing beside itself: the load generator is in it', async () => {
    const folder = await workspace();
    await copyFile(WORKFLOW, join(folder, 'workflow.mjs'));
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const { ER_JOB_DIR: _jobDir, ...env } = process.env;
    const input = JSON.stringify({ params: { base_url: url } });
    const output = execFileSync(process.execPath, ['workflow.mjs'], { cwd: folder, env, input, encoding: 'utf8' });
    expect(JSON.parse(output)).toMatchObject({ task_status: 'failed', data: { verdict: 'error', target: url } });
  });
});

describe('perftest and targets that misbehave', () => {
  it('a target that hangs is an error', async () => {
    const { result } = await here(brief(await startHttp(() => {})));
    expect(result.data.verdict).toBe('error');
    expect(result.task_result).toMatch(/gave no answer within 1 s/);
  });

  it('a target that sends its answer drop by drop times out, and nothing piles up', async () => {
    const port = await startTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 100);
      socket.once('close', () => clearInterval(timer));
    });
    const { result } = await here(brief(`http://127.0.0.1:${port}/`, { duration: 2.5 }));
    expect(result.data).toMatchObject({ verdict: 'error', rps: 0, latency_ms: { p50: 1_000 } });
    expect(result.data.errors?.timeout).toBeGreaterThanOrEqual(2);
    expect(result.task_result).toMatch(/not one complete answer came/);
  });

  it('an answer that never ends is not kept', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const url = await startHttp((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const { code, result } = await perftest(brief(url, { duration: 2 }), { NODE_OPTIONS: '--max-old-space-size=64' });
    expect(code).toBe(0);
    expect(result.data.verdict).toBe('error');
    expect(result.data.errors?.timeout).toBeGreaterThan(0);
  });

  it('5xx throughout is a failure, quick as it may be', async () => {
    const url = await startHttp((_request, response) => response.writeHead(503).end('no'));
    const { result } = await here(brief(url, { p95_ms: 1_000 }));
    expect(result.data).toMatchObject({ verdict: 'failed', rps: 0, latency_ms: null, error_rate: 1 });
    expect(result.data.failures.map(({ name }) => name)).toEqual(['p95_ms', 'max_error_rate']);
    expect(result.data.errors?.non_2xx).toBe(result.data.requests);
  });

  it('some 5xx are held against the limit', async () => {
    let count = 0;
    const url = await startHttp((_request, response) => {
      count += 1;
      response.writeHead(count % 10 === 0 ? 500 : 200).end();
    });
    const { result } = await here(brief(url, { max_error_rate: 0.05 }));
    expect(result.data.verdict).toBe('failed');
    expect(result.data.error_rate).toBeCloseTo(0.1, 1);
    expect((await here(brief(url, { max_error_rate: 0.2 }))).result.data.verdict).toBe('passed');
  });

  it('connections closed before the answer are errors of their own', async () => {
    let count = 0;
    const port = await startTcp((socket) => {
      socket.on('data', () => {
        count += 1;
        if (count % 3 === 0) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort');
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      });
    });
    const { result } = await here(brief(`http://127.0.0.1:${port}/`));
    expect(result.data.verdict).toBe('failed');
    expect(result.data.errors?.closed).toBeGreaterThan(3);
    expect(Number(result.data.latency_ms?.p99)).toBeLessThan(500);
  });

  it.each([
    ['says so', 'connection: close\r\ncontent-length: 2\r\n'],
    ['ends the answer by it', ''],
  ])('a target that closes after each answer and %s is no failure', async (_how, headers) => {
    const port = await startTcp((socket) => {
      socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\n${headers}\r\nok`));
    });
    const { result } = await here(brief(`http://127.0.0.1:${port}/`));
    expect(result.data).toMatchObject({ verdict: 'passed', error_rate: 0 });
    expect(Number(result.data.requests)).toBeGreaterThan(20);
  });

  it.each([
    ['closes without a word', (socket: { end(): void }) => socket.end(), /closed the connection without an answer/],
    [
      'speaks something else',
      (socket: { end(text: string): void }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
      /does not answer in valid HTTP/,
    ],
  ])('a target that %s is an error', async (_what, answer, message) => {
    const port = await startTcp((socket) => {
      socket.on('data', () => answer(socket));
    });
    const { result } = await here(brief(`http://127.0.0.1:${port}/`));
    expect(result.data.verdict).toBe('error');
    expect(result.task_result).toMatch(message);
  });

  it('requests still open at the end that are older than the limit count with the time they waited', async () => {
    let count = 0;
    const url = await startHttp((_request, response) => {
      count += 1;
      if (count !== 3) response.end('ok');
    });
    const { result } = await here(brief(url, { duration: 1.5, timeout: 10, max_error_rate: 1 }));
    expect(result.data.errors?.timeout).toBe(1);
    expect(Number(result.data.latency_ms?.max)).toBeGreaterThan(1_000);
  });

  it('a rate is kept to', async () => {
    const url = await startHttp((_request, response) => response.end('ok'));
    const { result } = await here(brief(url, { rate: 20, duration: 2, connections: 50 }));
    expect(result.data).toMatchObject({ verdict: 'passed', connections: 20 });
    expect(Number(result.data.requests)).toBeLessThanOrEqual(65);
    expect(result.task_result).toContain('the rate of 20/s is below the connections asked for; 20 were used');
  });
});

describe('perftest drives only what was named', () => {
  it('a redirect to another host is refused and named', async () => {
    let visited = 0;
    const other = await startHttp((_request, response) => {
      visited += 1;
      response.end();
    });
    for (const to of [other, 'http://169.254.169.254/latest/meta-data/', '//10.0.0.1/', 'https://example.com/']) {
      const url = await startHttp((_request, response) => response.writeHead(302, { location: to }).end());
      const { result } = await here(brief(url));
      expect(result.data).toMatchObject({ verdict: 'error', requests: null });
      expect(result.task_result).toMatch(/redirects to another host, https?:\/\/.*, which was not followed/);
    }
    expect(visited).toBe(0);
  });

  it('a redirect to what is no host is named as it is', async () => {
    const url = await startHttp((_request, response) => response.writeHead(302, { location: 'file:///etc/x' }).end());
    expect((await here(brief(url))).result.task_result).toContain('redirects to another host, file:///etc/x,');
  });

  it('a redirect on the same host is followed once, before the load', async () => {
    let atRoot = 0;
    const url = await startHttp((request, response) => {
      if (request.url !== '/') return response.end('ok');
      atRoot += 1;
      return response.writeHead(301, { location: '/home' }).end();
    });
    const { result } = await here(brief(url));
    expect(result.data).toMatchObject({ verdict: 'passed', target: `${url}/home` });
    expect(result.task_result).toMatch(/redirects to .*\/home, which was driven/);
    expect(atRoot).toBe(1);
  });

  it('redirects in a circle are an error', async () => {
    const url = await startHttp((_request, response) => response.writeHead(302, { location: '/again' }).end());
    expect((await here(brief(url))).result.task_result).toMatch(/redirects more than 5 times/);
  });

  it.each([
    [{}, /there is no target\. Name a URL/],
    [{ base_url: 'ftp://127.0.0.1/' }, /only http and https are driven/],
    [{ base_url: 'http://' }, /is not a URL/],
    [{ base_url: 'http://127.0.0.1:1', url_path: '//10.0.0.1/x' }, /names another host/],
    [{ base_url: 'http://127.0.0.1:1', url_path: '/\\10.0.0.1/x' }, /names another host/],
    [{ base_url: 'http://127.0.0.1:1', connections: 201 }, /connections 201 is above the cap of 200.*max_connections/],
    [{ base_url: 'http://127.0.0.1:1', duration: 301 }, /duration 301 is above the cap of 300.*max_duration/],
    [{ base_url: 'http://127.0.0.1:1', connections: 'many' }, /connections must be a number/],
    [{ base_url: 'http://127.0.0.1:1', method: 'HEAD' }, /method must be one of/],
    [{ base_url: 'http://127.0.0.1:1', max_error_rate: 5 }, /max_error_rate must be a number from 0 up to 1/],
    [{ base_url: 'http://127.0.0.1:1', headers: { 'x-a': 'b\r\nx-c: d' } }, /headers\.x-a must be text of one line/],
    [{ base_url: 'http://127.0.0.1:1', headers: { 'x-a': '中文' } }, /headers\.x-a must be text of one line/],
    [{ base_url: 'http://no-such-host.invalid/' }, /the host no-such-host\.invalid is not known/],
  ])('%j is an error that says so', async (params, message) => {
    const { result } = await here({ params });
    expect(result.data.verdict).toBe('error');
    expect(result.task_result).toMatch(message);
  });

  it.each(['', '{"project":[],"params":"x","language":7}'])('input %j is an error, not a crash', async (input) => {
    const { code, result } = await perftest(input);
    expect([code, result.data.verdict]).toEqual([0, 'error']);
  });

  it("a project's cap allows more, and its headers are sent", async () => {
    const seen = new Set<string>();
    const url = await startHttp((request, response) => {
      seen.add(`${request.url} ${request.headers.authorization}`);
      response.end();
    });
    const { result } = await here({
      project: { path: '/srv/shop', perftest: { max_connections: 210 } },
      params: { ...brief(url).params, connections: 205, headers: { Authorization: 'Bearer t' } },
    });
    expect(result.data).toMatchObject({ verdict: 'passed', connections: 205 });
    expect([...seen]).toEqual(['/ Bearer t']);
  });

  it('a method and a body are sent', async () => {
    const seen = new Set<string>();
    const url = await startHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      seen.add(`${request.method} ${request.headers['content-type']} ${Buffer.concat(chunks)}`);
      response.writeHead(201).end();
    });
    const { result } = await here(brief(url, { method: 'post', body: '{"名":1}' }));
    expect(result.data).toMatchObject({ verdict: 'passed', method: 'POST' });
    expect([...seen]).toEqual(['POST application/json {"名":1}']);
  });

  it('a password of the URL is sent and not shown', async () => {
    const seen = new Set<string>();
    const url = await startHttp((request, response) => {
      seen.add(String(request.headers.authorization));
      response.end();
    });
    const { result, report } = await perftest(brief(url.replace('//', '//me:s3cret@')));
    expect([...seen]).toEqual([`Basic ${Buffer.from('me:s3cret').toString('base64')}`]);
    expect(JSON.stringify(result) + report).not.toContain('s3cret');
  });
});

describe('perftest over TLS', () => {
  it('a self-signed certificate is an error, unless the user accepts it', async () => {
    const port = await startHttps(makeCertificate({ name: 'localhost', hosts: ['127.0.0.1'] }));
    const { result } = await perftest(brief(`https://127.0.0.1:${port}/`));
    expect(result.data.verdict).toBe('error');
    expect(result.task_result).toMatch(/the certificate of .* is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    const accepted = await perftest(brief(`https://127.0.0.1:${port}/`, { insecure: true }));
    expect(accepted.result.data.verdict).toBe('passed');
    expect(accepted.result.task_result).toContain('certificates were not checked (insecure)');
  });

  it('a certificate of a CA that is trusted passes, one for another name does not', async () => {
    const ca = makeCertificate({ name: 'Test CA', ca: true });
    const file = join(await workspace(), 'ca.pem');
    await writeFile(file, ca.cert);
    const env = { NODE_EXTRA_CA_CERTS: file };
    const good = await startHttps(makeCertificate({ name: 'localhost', hosts: ['localhost'], issuer: ca }));
    const other = await startHttps(makeCertificate({ name: 'other', hosts: ['other.test'], issuer: ca }));
    expect((await perftest(brief(`https://localhost:${good}/`), env)).result.data.verdict).toBe('passed');
    const { result } = await perftest(brief(`https://localhost:${other}/`), env);
    expect(result.data.verdict).toBe('error');
    expect(result.task_result).toMatch(/ALTNAME/);
  });
});
