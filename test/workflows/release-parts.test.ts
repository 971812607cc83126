import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentions } from '../../skills/controller/release_check/checks/changelog.js';
import { npmDifferences } from '../../skills/controller/release_check/checks/lock-file.js';
import { secretsIn } from '../../skills/controller/release_check/checks/secret-shapes.js';
import { DiffReader } from '../../skills/controller/release_check/git/diff-reader.js';
import { compareVersions, parseVersion, type Version } from '../../skills/controller/release_check/semver.js';

const version = (text: string): Version => {
  const parsed = parseVersion(text);
  if (parsed === null) throw new Error(`${text} is no version`);
  return parsed;
};

describe('versions', () => {
  it('are ordered as semver.org has it', () => {
    const order = [
      '0.0.1',
      '0.9.0',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2.0',
      '1.10.0',
      '99999999999999999999.0.0',
    ];
    for (const [a, left] of order.entries()) {
      for (const [b, right] of order.entries()) {
        expect(Math.sign(compareVersions(version(left), version(right)))).toBe(Math.sign(a - b));
      }
    }
    expect(compareVersions(version('1.0.0+a'), version('1.0.0+b'))).toBe(0);
  });

  it.each(['', '1', '1.0', 'v1.0.0', '1.0.0-', '1.0.0 ', 'a.b.c', '1.0.0.0', '1.0.0-ä'])('%j is none', (text) => {
    expect(parseVersion(text)).toBeNull();
  });

  it('have one order, whichever two are compared', () => {
    const part = fc.constantFrom('0', '1', '2', '10', 'a', 'b', 'rc', 'A-1');
    const made = fc
      .tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.array(part, { maxLength: 3 }))
      .map(([a, b, c, pre]) => version(`${a}.${b}.${c}${pre.length === 0 ? '' : `-${pre.join('.')}`}`));
    fc.assert(
      fc.property(made, made, made, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('changelogs', () => {
  it.each([
    ['## 1.2.0', true],
    ['## [1.2.0] - 2026-01-01', true],
    ['# v1.2.0', true],
    ['v1.2.0 (2026-01-01)', true],
    ['1.2.0\n=====', true],
    ['thing 1.2.0\n-----------', true],
    ['**1.2.0**', true],
    ['版本 1.2.0', true],
    ['Version 1.2.0\r\n', true],
    ['## 1.2.01', false],
    ['## 11.2.0', false],
    ['## 1.2.0-rc.1', false],
    ['## 1.2.0.1', false],
    ['- since 1.2.0 it works', false],
    ['', false],
  ])('%j', (text, expected) => {
    expect(mentions(text, '1.2.0')).toBe(expected);
  });
});

/** Put together from two halves, so that no file holds the shape of a secret. */
const joined = (...parts: string[]): string => parts.join('');

describe('shapes of secrets', () => {
  it.each([
    ['private key', joined('-----BEGIN RSA ', 'PRIVATE KEY-----')],
    ['private key', joined('-----BEGIN ', 'PRIVATE KEY-----')],
    ['private key', joined('-----BEGIN OPENSSH ', 'PRIVATE KEY-----')],
    ['AWS access key', joined('id = AKI', 'AQ3EGRVK7ZX5TPL2M')],
    ['AWS secret key', joined('aws_secret_access', '_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzK3pQw8sTd"')],
    ['GitHub token', joined('ghp', '_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')],
    ['GitLab token', joined('glp', 'at-Ab3dEf6hIj9lMn2pQr5t')],
    ['Slack token', joined('xox', 'b-123456789012-abcdefGHIJKL')],
    ['Stripe key', joined('sk_', 'live_4eC39HqLyjWDarjtT1zdp7dc')],
    ['Google API key', joined('AIz', 'aSyD4k7Qw2Er8Ty1Ui5Op9As3Df6Gh0Jk2Lz')],
    ['npm token', joined('npm', '_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')],
    ['Anthropic key', joined('sk-', 'ant-api03-a1B2c3D4e5F6g7H8i9J0k1L2m3N4')],
    ['OpenAI-style key', joined('sk-', 'proj-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6')],
    ['Alibaba Cloud access key', joined('LTA', 'I5tQw8Er2Ty6Ui9Op3As')],
    ['JSON web token', joined('eyJ', 'hbGciOiJIUzI1NiJ9aaa.eyJ', 'zdWIiOiIxMjM0NTY3ODkw.dozjgNryP4J3jVmNHl0w5N')],
    ['password in a URL', joined('postgres://app:', 'hunter2pass@db.internal/x')],
  ])('%s', (kind, text) => {
    expect(secretsIn(text)).toEqual([kind]);
    expect(secretsIn(`  "${text}", // 说明`)).toEqual([kind]);
    expect(secretsIn(`${text} # pragma: allowlist secret`)).toEqual([]);
  });

  it.each([
    'const token = process.env.GITHUB_TOKEN;',
    joined('AKI', 'AIOSFODNN7EXAMPLE'),
    joined('ghp', '_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'),
    'https://user:password@host/',
    'https://user:$PASSWORD@host/',
    'http://127.0.0.1:8080/a@b',
    'sk-learn-is-a-library-with-a-very-long-name',
    '"integrity": "sha512-AKIDaBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789+/=="',
    '-----BEGIN PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----',
    '',
  ])('%j is none', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it('long lines cost little time', () => {
    const started = performance.now();
    for (const unit of ['a', 'eyJ', 'sk-', 'a:/', 'https://a:', '-', 'AKIA', ' ', '-----BEGIN '])
      secretsIn(unit.repeat(65_536 / unit.length));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('differences', () => {
  const read = (text: string, size = text.length || 1): string[] => {
    const lines: string[] = [];
    const reader = new DiffReader((line, { file, line: number }) => lines.push(`${file}:${number}:${line}`));
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
    reader.finish();
    return lines;
  };
  const diff = [
    'diff --git a/a.js b/a.js',
    '--- a/a.js',
    '+++ b/a.js',
    '@@ -1,2 +1,3 @@ +++ b/fake',
    '--- gone',
    '-x',
    '+++ b/c.js',
    '+@@ -1 +1 @@',
    '+新',
    '@@ -9 +10 @@',
    '-a',
    '+b',
    '\\ No newline at end of file',
    'diff --git a/b c.js b/b c.js',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/b c.js\t',
    '@@ -0,0 +1 @@',
    '+z',
    'Binary files a/x and b/x differ',
    '',
  ].join('\n');

  it('give the added lines with their places, wherever they are cut', () => {
    const expected = ['a.js:1:++ b/c.js', 'a.js:2:@@ -1 +1 @@', 'a.js:3:新', 'a.js:10:b', 'b c.js:1:z'];
    for (const size of [1, 2, 5, 17, 10_000]) expect(read(diff, size)).toEqual(expected);
  });

  it('garbage never throws', () => {
    const part = fc.constantFrom(
      '+',
      '-',
      '@@ -1,9 +1,9 @@\n',
      '+++ b/',
      '\n',
      'x',
      '"',
      '\t',
      '@@ -0,0 +1,99999999999 @@\n',
      '中',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        expect(read(parts.join(''), size)).toEqual(read(parts.join('')));
      }),
      { numRuns: 500 },
    );
  });
});

describe('lock files of npm', () => {
  const lock = (root: object, packages: object = {}): string => JSON.stringify({ packages: { '': root, ...packages } });
  it.each<[string, object, string, string[]]>([
    [
      'agree',
      { version: '1.0.0', dependencies: { a: '^1' } },
      lock({ version: '1.0.0', dependencies: { a: '^1' } }, { 'node_modules/a': {} }),
      [],
    ],
    [
      'have another range',
      { dependencies: { a: '^2' } },
      lock({ dependencies: { a: '^1' } }),
      ['dependencies.a: ^1, not ^2'],
    ],
    ['lack one', { devDependencies: { a: '1' } }, lock({}), ['devDependencies.a: missing, not 1']],
    ['have one too many', {}, lock({ dependencies: { a: '1' } }), ['dependencies.a: not wanted any more']],
    [
      'lock no version',
      { dependencies: { a: '1' } },
      lock({ dependencies: { a: '1' } }),
      ['dependencies.a: no version is locked'],
    ],
    [
      'may leave out an optional one',
      { optionalDependencies: { a: '1' } },
      lock({ optionalDependencies: { a: '1' } }),
      [],
    ],
    [
      'are of the first kind',
      {},
      '{"lockfileVersion":1}',
      ['no entry of the project itself (lockfileVersion 2 or 3 has one)'],
    ],
    ['are broken', {}, '{', ['not JSON']],
    ['hold anything', { dependencies: [1, null] }, lock({ dependencies: 'x', version: 5 }), []],
  ])('%s', (_what, json, text, expected) => {
    expect(npmDifferences({ ...json }, text)).toEqual(expected);
  });
});
