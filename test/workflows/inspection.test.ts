import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../../skills/controller/inspection/checks/certificate.js';
import { availableInMeminfo, availableInVmStat } from '../../skills/controller/inspection/checks/memory.js';
import { resultData } from '../../skills/controller/inspection/data.js';
import { inspect } from '../../skills/controller/inspection/inspect.js';
import { valueStatus } from '../../skills/controller/inspection/judge.js';
import { readTargets } from '../../skills/controller/inspection/read-targets.js';
import { render } from '../../skills/controller/inspection/render.js';
import { textTable, widthOf } from '../../skills/controller/inspection/table.js';
import { BadInputError } from '../../skills/kit/errors.js';
import { JobEvents } from '../../skills/kit/job-events.js';
import { workspace } from '../harness/workspace.js';
import { runBuiltWorkflow } from './run-workflow.js';
import { makeCertificate } from './targets/make-certificate.js';
import { closedPort, startHttp, startHttps, startTcp, withShop } from './targets/servers.js';

interface InspectionData {
  verdict: string;
  counts: Record<string, number>;
  targets: Record<string, { kind: string; status: string; value: number | null; unit: string }>;
  failures: { name: string; status: string; message: string }[];
  warned: string[];
}

type Input = { params?: object; project?: object; language?: 'zh' | 'en' };

const inspection = (input: Input | string, env?: NodeJS.ProcessEnv) =>
  runBuiltWorkflow<InspectionData>('inspection', input, undefined, env);

/** In this process: without the cost of starting one. */
async function look(targets: object[], params: object = {}): Promise<{ text: string; data: InspectionData }> {
  const input = { run_id: null, params: { ...params }, project: { targets }, language: 'en' as const };
  const facts = await inspect(input, new JobEvents(undefined));
  return { text: render(facts, 'en'), data: resultData(facts) as unknown as InspectionData };
}

async function one(target: object): Promise<{ status: string; message: string; value: number | null }> {
  const { data } = await look([{ name: 'it', ...target }]);
  const { status = '', value = null } = data.targets.it ?? {};
  return { status, value, message: data.failures[0]?.message ?? '' };
}

const ample = [
  { kind: 'disk', path: '/', warn: 101, fail: 102 },
  { kind: 'memory', warn: 101, fail: 102 },
  { kind: 'load', warn: 1_000 },
];

describe('inspection on the example shop', () => {
  it('a healthy shop passes, with a table, progress and a report', async () => {
    await withShop(async (url) => {
      const port = Number(new URL(url).port);
      const { code, result, events, files, report } = await inspection({
        project: {
          path: '/',
          targets: [
            ...ample,
            { kind: 'port', host: '127.0.0.1', port, name: 'shop port' },
            { kind: 'http', url: `${url}/health`, name: 'shop health', contains: '"status":"ok"', warn: 4_000 },
          ],
        },
      });
      expect(code).toBe(0);
      expect(result.task_status).toBe('done');
      expect(result.task_result).toMatch(
        /^Inspection passed: 5 targets: 5 passed, 0 warned, 0 failed, 0 could not be checked, in /,
      );
      expect(result.task_result).toMatch(/\n✓ passed {2}disk \/ {7}[\d.]+% {2,}\d\S* \S+ free of \d\S* \S+\n/);
      expect(result.data).toMatchObject({
        verdict: 'passed',
        counts: { total: 5, passed: 5, warned: 0, failed: 0, error: 0 },
        targets: { 'shop port': { kind: 'port', status: 'passed', unit: 'ms' }, memory: { unit: '%' } },
        failures: [],
        warned: [],
      });
      expect(events.at(-2)).toMatchObject({ event: 'progress', done: 5, total: 5, unit: 'targets' });
      expect(files.sort()).toEqual(['events.jsonl', 'report.html', 'result.json']);
      expect(report).toContain('shop health');
    });
  });

  it('what is wrong fails the inspection, the worst first, in Chinese', async () => {
    await withShop(async (url) => {
      const { result, report } = await inspection({
        project: {
          targets: [
            { kind: 'http', url: `${url}/health`, name: '健康', contains: 'excellent', warn: null },
            { kind: 'http', url: `${url}/nothing`, name: '没有的路径' },
            { kind: 'disk', path: '/', warn: 0, fail: null, name: '磁盘' },
            { kind: 'port', host: '127.0.0.1', port: await closedPort(), name: '缓存' },
            { kind: 'memory', warn: null, fail: null, name: '内存' },
          ],
        },
        language: 'zh',
      });
      expect(result.task_status).toBe('failed');
      expect(result.task_result).toMatch(/^巡检发现异常：共 5 个目标，正常 1，警告 1，异常 3，无法检查 0，/);
      const rows = result.task_result.split('\n').slice(1, 6);
      expect(rows.map((row) => row.slice(0, 4))).toEqual(['✗ 异常', '✗ 异常', '✗ 异常', '! 警告', '✓ 正常']);
      expect(rows[0]).toContain('应答里没有 excellent');
      expect(rows[1]).toContain('返回 404，应为 2xx');
      expect(rows[2]).toContain('端口没有开放（ECONNREFUSED）');
      expect(result.data.failures.map(({ name }) => name)).toEqual(['健康', '没有的路径', '缓存']);
      expect(result.data.warned).toEqual(['磁盘']);
      expect(report).toContain('巡检');
    });
  });

  it('what cannot be looked at is an error; what is known to be bad weighs more', async () => {
    const nowhere = { kind: 'disk', path: '/no/such/folder' };
    const { data, text } = await look([nowhere, { kind: 'memory', warn: null, fail: null }]);
    expect(data.verdict).toBe('error');
    expect(text).toMatch(/\? error +disk \/no\/such\/folder {2}– +cannot be read \(ENOENT, \/no\/such\/folder\)/);
    expect((await look([nowhere, { kind: 'memory', warn: null, fail: 0 }])).data.verdict).toBe('failed');
  });

  it('without targets this machine is looked at', async () => {
    const { result } = await inspection({ params: { disk_percent: 100, memory_percent: 100 } });
    expect(Object.keys(result.data.targets)).toEqual(['disk /', 'memory', 'load']);
    expect(result.data.targets['disk /']).toMatchObject({ unit: '%' });
    expect(result.data.counts.error).toBe(0);
  });
});

describe('targets of an inspection', () => {
  it('kinds and names narrow it', async () => {
    const targets = [
      { ...ample[0], name: 'root disk' },
      { ...ample[0], path: '/tmp', name: 'tmp disk' },
      ...ample.slice(1),
    ];
    expect(Object.keys((await look(targets, { kinds: '磁盘' })).data.targets)).toEqual(['root disk', 'tmp disk']);
    expect(Object.keys((await look(targets, { kinds: 'memory and load' })).data.targets)).toEqual(['memory', 'load']);
    expect(Object.keys((await look(targets, { name: 'TMP' })).data.targets)).toEqual(['tmp disk']);
    await expect(look(targets, { kinds: 'certificates' })).rejects.toThrow(/nothing to look at for certificate/);
  });

  it.each([
    ['10.0.0.7:22', '磁盘和 10.0.0.7:22', ['port 10.0.0.7:22', 'disk /']],
    ['10.0.0.7:22', undefined, ['port 10.0.0.7:22']],
    ['10.0.0.7:22', 'ports', ['port 10.0.0.7:22']],
    ['http://10.0.0.7/', 'memory and load', ['http 10.0.0.7/', 'memory', 'load']],
  ])('a request that names %s and speaks of %s means both', (named, kinds, wanted) => {
    const input = { params: { targets: [named], ...(kinds === undefined ? {} : { kinds }) }, project: {} };
    const found = readTargets({ ...input, run_id: null, language: 'en' });
    expect(found.map(({ name }) => name)).toEqual(wanted);
  });

  it('limits of the request replace those of their kind', async () => {
    expect((await look(ample, { disk_percent: 0 })).data.failures).toMatchObject([{ name: 'disk /' }]);
  });

  it('what the request names is looked at instead of the configuration', async () => {
    const url = await startHttp((_request, response) => response.end('ok'));
    const { host } = new URL(url);
    const { data } = await look(ample, { targets: [`${url}/health 和 ${host}`] });
    expect(data.targets).toMatchObject({
      [`http ${host}/health`]: { kind: 'http', status: 'passed' },
      [`port ${host}`]: { kind: 'port', status: 'passed' },
    });
    expect(data.counts.total).toBe(2);
  });

  it('targets of the same name are told apart', async () => {
    expect(
      Object.keys((await look([ample[1], ample[1], ample[1]].map((target) => ({ ...target })))).data.targets),
    ).toEqual(['memory', 'memory (2)', 'memory (3)']);
  });

  it.each([
    [
      { kind: 'printer' },
      /targets\[0\]: kind must be one of disk, memory, load, port, http, certificate; it is printer/,
    ],
    [{}, /kind must be one of .*; it is missing/],
    [{ kind: 'port', host: 'a' }, /port must be a number/],
    [{ kind: 'port', host: 'a', port: 70_000 }, /port must be a number from 1 up to 65535/],
    [{ kind: 'port', port: 80 }, /host must be a name or an address; it is missing/],
    [{ kind: 'port', host: 'a b', port: 80 }, /host must be a name or an address/],
    [{ kind: 'port', host: 'a:80', expect: 'ajar' }, /expect must be open or closed/],
    [{ kind: 'http' }, /url must be an http or https URL/],
    [{ kind: 'http', url: 'file:///etc/passwd' }, /url must be an http or https URL/],
    [{ kind: 'http', url: 'http://a/', expect_status: 1 }, /expect_status must be a number from 100 up to 599/],
    [{ kind: 'disk', path: 5 }, /path must be text/],
    [{ kind: 'disk', warn: 'much' }, /warn must be a number/],
    [{ kind: 'memory', timeout: 0 }, /timeout must be a number from 0\.1 up to 60/],
  ])('%j is refused by name', async (target, message) => {
    await expect(look([target])).rejects.toThrow(BadInputError);
    await expect(look([target])).rejects.toThrow(message);
    await expect(look([target])).rejects.toMatchObject({
      both: [expect.stringMatching(/\p{Script=Han}/u), expect.anything()],
    });
  });

  it.each(['', '{', '[]', '{"params":{"targets":"x"}}', '{"params":{"targets":["nothing here"]}}'])(
    'input %j is an error, not a crash',
    async (input) => {
      const { code, result } = await inspection(input);
      expect([code, result.data.verdict]).toEqual([0, 'error']);
    },
  );
});

describe('HTTP health', () => {
  it.each([
    [200, {}, 'passed', ''],
    [204, {}, 'passed', ''],
    [500, {}, 'failed', 'answers 500, not 2xx'],
    [404, { expect_status: 404 }, 'passed', ''],
    [200, { expect_status: 404 }, 'failed', 'answers 200, not 404'],
    [200, { contains: 'fine' }, 'passed', ''],
    [200, { contains: 'broken' }, 'failed', 'does not hold broken'],
    [200, { fail: 0 }, 'failed', 'fails ≥ 0'],
  ])('%i with %j is %s', async (status, more, wanted, message) => {
    const url = await startHttp((_request, response) => response.writeHead(status).end('all is fine 正常'));
    const found = await one({ kind: 'http', url, warn: null, ...more });
    expect(found.status).toBe(wanted);
    expect(found.message).toContain(message);
  });

  it('a limit is named only where the value is what is wrong, with its unit', async () => {
    const url = await startHttp((_request, response) => response.writeHead(503).end());
    expect((await one({ kind: 'http', url })).message).not.toContain('warns');
    expect((await one({ kind: 'http', url, warn: 0 })).message).toContain('warns ≥ 0 ms');
  });

  it('a login of the URL is sent and not shown', async () => {
    const seen = new Set<string>();
    const url = await startHttp((request, response) => {
      seen.add(String(request.headers.authorization));
      response.end();
    });
    const { data, text } = await look([{ kind: 'http', url: url.replace('//', '//me:p%40ss@'), contains: 'x' }]);
    expect([...seen]).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
    expect(JSON.stringify(data) + text).not.toMatch(/p(@|%40)ss/);
  });

  it('a redirect is not followed: it is a warning', async () => {
    let visited = 0;
    const other = await startHttp((_request, response) => {
      visited += 1;
      response.end();
    });
    const url = await startHttp((_request, response) => response.writeHead(302, { location: other }).end());
    const { data, text } = await look([{ kind: 'http', url, name: 'it', warn: null }]);
    expect(data).toMatchObject({ verdict: 'passed', warned: ['it'] });
    expect(text).toContain(`answers 302: redirects to ${other} (not followed)`);
    expect(visited).toBe(0);
  });

  it.each([
    ['hangs', () => {}, {}, 'no answer within 0.3 s'],
    ['never ends', () => 'endless', { contains: 'end of it' }, 'no answer within 0.3 s'],
    ['closes early', (socket: { end(): void }) => socket.end(), {}, 'cannot be reached'],
    [
      'speaks something else',
      (socket: { end(text: string): void }) => socket.end('220 mail\r\n'),
      {},
      'does not answer in valid HTTP',
    ],
  ])('a server that %s fails within its time', async (_what, answer, more, message) => {
    const port = await startTcp((socket) => {
      socket.on('data', () => {
        if (answer(socket) !== 'endless') return;
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const timer = setInterval(() => socket.write('drop'), 50);
        socket.once('close', () => clearInterval(timer));
      });
    });
    const started = performance.now();
    const found = await one({ kind: 'http', url: `http://127.0.0.1:${port}/`, timeout: 0.3, ...more });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(found.status).toBe('failed');
    expect(found.message).toContain(message);
  });

  it('a body that never ends is not read when nothing is looked for', async () => {
    const url = await startHttp((_request, response) => {
      response.write('x'.repeat(100_000));
    });
    expect((await one({ kind: 'http', url, warn: null })).status).toBe('passed');
  });

  it('a flood without the text ends after a megabyte', async () => {
    const url = await startHttp((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await one({ kind: 'http', url, contains: 'needle' })).toMatchObject({ status: 'failed' });
  });
});

describe('ports', () => {
  it.each([
    ['open', 'open', 'passed'],
    ['open', 'closed', 'failed'],
    ['closed', 'closed', 'passed'],
    ['closed', 'open', 'failed'],
  ])('one that is %s and should be %s is %s', async (is, expected, status) => {
    const port = is === 'open' ? await startTcp(() => {}) : await closedPort();
    expect((await one({ kind: 'port', host: '127.0.0.1', port, expect: expected })).status).toBe(status);
  });

  it('a name of several addresses is open when one of them is', async () => {
    const port = await startTcp(() => {});
    expect((await one({ kind: 'port', host: 'localhost', port })).status).toBe('passed');
  });

  it('of a host that is not known cannot be looked at', async () => {
    expect(await one({ kind: 'port', host: 'no-such-host.invalid', port: 80 })).toMatchObject({
      status: 'error',
      message: expect.stringContaining('is not known'),
    });
  });
});

describe('certificates', () => {
  const ca = makeCertificate({ name: 'Test CA', ca: true });
  const on = async (request: Parameters<typeof makeCertificate>[0], more: object = {}) => ({
    kind: 'certificate',
    host: 'localhost',
    name: request.name,
    port: await startHttps(makeCertificate({ hosts: ['localhost'], ...request })),
    ...more,
  });

  it('each is judged by its days, chain and name', async () => {
    const file = join(await workspace(), 'ca.pem');
    await writeFile(file, ca.cert);
    const targets = [
      await on({ name: 'good', issuer: ca }),
      await on({ name: 'soon', issuer: ca, days: 20 }),
      await on({ name: 'urgent', issuer: ca, days: 3 }),
      await on({ name: 'expired', issuer: ca, days: -2 }),
      await on({ name: 'early', issuer: ca, from_days: 5 }),
      await on({ name: 'elsewhere', issuer: ca, hosts: ['other.test', '10.1.1.1'] }),
      await on({ name: 'self' }),
      await on({ name: 'self accepted' }, { insecure: true }),
      await on({ name: 'foreign', issuer: makeCertificate({ name: 'Unknown CA', ca: true }) }),
      { kind: 'certificate', host: '127.0.0.1', port: await startTcp((socket) => socket.end('hello')), name: 'no tls' },
      { kind: 'certificate', host: '127.0.0.1', port: await startTcp(() => {}), name: 'silent', timeout: 0.3 },
      { kind: 'certificate', host: '127.0.0.1', port: await closedPort(), name: 'nobody' },
    ];
    const { result, report } = await inspection({ project: { targets } }, { NODE_EXTRA_CA_CERTS: file });
    const statuses = Object.entries(result.data.targets).map(([name, { status }]) => [name, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      good: 'passed',
      soon: 'warned',
      urgent: 'failed',
      expired: 'failed',
      early: 'failed',
      elsewhere: 'failed',
      self: 'failed',
      'self accepted': 'passed',
      foreign: 'failed',
      'no tls': 'error',
      silent: 'error',
      nobody: 'error',
    });
    expect(result.data.targets.good).toMatchObject({ value: 89, unit: 'd' });
    expect(result.data.targets.expired?.value).toBeLessThan(0);
    const said = Object.fromEntries(result.data.failures.map(({ name, message }) => [name, message]));
    expect(said.urgent).toContain('fails < 7');
    expect(said.expired).toMatch(/^-\d days; .*expired on \d{4}-\d\d-\d\d/);
    expect(said.early).toContain('not valid before');
    expect(said.elsewhere).toContain('not issued for localhost (DNS:other.test, IP Address:10.1.1.1)');
    expect(said.self).toContain('self-signed');
    expect(said.foreign).toContain('the chain is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)');
    expect(said['no tls']).toContain('no certificate was presented');
    expect(said.silent).toContain('no certificate was presented (ETIMEDOUT)');
    expect(result.data.verdict).toBe('failed');
    expect(report).toContain('Days left of certificates');
  });

  it('time runs them down', async () => {
    const port = await startHttps(makeCertificate({ name: 'localhost', hosts: ['localhost'], days: 10 }));
    const target = {
      ...{ kind: 'certificate' as const, name: 'it', host: 'localhost', port, servername: null, insecure: true },
      ...{ warn: null, fail: null, timeout_ms: 5_000 },
    };
    const later = new Date(Date.now() + 20 * 86_400_000);
    expect(await checkCertificate(target)).toMatchObject({ value: 9, problems: [] });
    const { value, problems } = await checkCertificate(target, later);
    expect(value).toBeLessThan(-9);
    expect(problems.map(({ message }) => message.code)).toEqual(['expired']);
  });
});

describe('many targets', () => {
  it('are looked at a few at once, and those that hang hold up nobody for long', async () => {
    let open = 0;
    let most = 0;
    const port = await startTcp((socket) => {
      // Whoever does not read is not told of the end.
      socket.resume();
      open += 1;
      most = Math.max(most, open);
      socket.once('close', () => {
        open -= 1;
      });
    });
    const target = { kind: 'http', url: `http://127.0.0.1:${port}/`, timeout: 0.2 };
    const started = performance.now();
    const { data } = await look(Array.from({ length: 40 }, () => ({ ...target })));
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(data.counts).toMatchObject({ total: 40, failed: 40 });
    // A closing connection may overlap with the next one.
    expect(most).toBeLessThanOrEqual(16);
  });
});

describe('parts', () => {
  it.each([
    ['disk', 85, 95, 84.9, 'passed'],
    ['disk', 85, 95, 85, 'warned'],
    ['disk', 85, 95, 95, 'failed'],
    ['disk', null, null, 100, 'passed'],
    ['certificate', 30, 7, 30, 'passed'],
    ['certificate', 30, 7, 29, 'warned'],
    ['certificate', 30, 7, 6, 'failed'],
    ['certificate', 30, 7, -1, 'failed'],
    ['http', 1_000, null, null, 'passed'],
  ] as const)('%s with warn %s, fail %s at %s is %s', (kind, warn, fail, value, status) => {
    expect(valueStatus({ kind, warn, fail }, value)).toBe(status);
  });

  it('reads the memory that can be had, on Linux and macOS', () => {
    expect(availableInMeminfo('MemTotal: 100 kB\nMemAvailable:    2048 kB\n')).toBe(2_097_152);
    expect(availableInMeminfo('MemTotal: 100 kB\n')).toBeNull();
    const vmStat = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10.
Pages active:                             99.
Pages inactive:                            5.
Pages speculative:                         1.
Pages purgeable:                           2.
"Translation faults":                1234567.
`;
    expect(availableInVmStat(vmStat)).toBe(18 * 16_384);
    expect(availableInVmStat('nothing')).toBeNull();
  });

  it('sets tables in columns, Chinese characters two wide', () => {
    expect(
      textTable([
        ['正常', 'a', 'x'],
        ['ok', 'bcd', 'y'],
      ]),
    ).toEqual(['正常  a    x', 'ok    bcd  y']);
    expect(widthOf('a中🙂')).toBe(5);
  });

  it('hostile names stay in their row', async () => {
    const name = 'x\u001b[31m\nInspection passed | <script>alert(1)</script>__proto__';
    const { text } = await look([
      { ...ample[1], name },
      { ...ample[2], name: '__proto__' },
    ]);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('\u001b');
  });

  it('a folder of the user is looked at by its file system', async () => {
    const folder = join(await workspace(), 'data');
    await mkdir(folder);
    expect((await one({ kind: 'disk', path: folder, warn: null, fail: null })).value).toBeGreaterThan(0);
  });
});
