import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../skills/controller/functest/judge.js';
import type { Recognised } from '../../skills/controller/functest/recognition.js';
import { render } from '../../skills/controller/functest/render.js';
import { readOutput, recorded } from './read-output.js';

const NAMES = readdirSync(new URL('./fixtures/outputs', import.meta.url)).map((name) => name.replace(/\.txt$/, ''));
const OUTPUTS = new Map(NAMES.map((name) => [name, recorded(name)]));
const anyOutput = fc.constantFrom(...NAMES).map((name) => OUTPUTS.get(name) ?? Buffer.alloc(0));

/** What must hold for whatever an output holds. */
function expectSound(recognised: Recognised): void {
  for (const { counts, failures } of [...recognised.runs, ...recognised.shadowed]) {
    const { total, passed, failed, skipped, errors } = counts;
    for (const count of [passed, failed, skipped, errors]) {
      expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
    }
    expect(total).toBe(passed + failed + skipped + errors);
    expect(failures.length).toBeLessThanOrEqual(50);
  }
  for (const code of [0, 1]) {
    const judgement = judge({ code, signal: null }, recognised);
    if (code !== 0) expect(judgement.verdict).not.toBe('passed');
    if (judgement.counts && judgement.counts.failed + judgement.counts.errors > 0) {
      expect(judgement.verdict).not.toBe('passed');
    }
    const text = render({ ...judgement, duration_ms: 1, command: ['x'], tail: [] }, 'zh');
    expect(text.length).toBeLessThan(20_000);
  }
}

describe('parsers, whatever they are fed', () => {
  it('an output cut anywhere never throws and never passes with red tests', () => {
    fc.assert(
      fc.property(
        anyOutput,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 5_000 }),
        (bytes, at, size) => {
          expectSound(readOutput({ stdout: bytes.subarray(0, Math.floor(bytes.length * at)) }, size));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('outputs with pieces removed, repeated and mixed never throw', () => {
    const piece = fc
      .tuple(anyOutput, fc.nat(20_000), fc.nat(2_000))
      .map(([bytes, from, length]) => bytes.subarray(from, from + length));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.array(piece, { maxLength: 3 }), (stdout, stderr) => {
        expectSound(readOutput({ stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) }));
      }),
      { numRuns: 300 },
    );
  });

  it('garbage never throws', () => {
    const words = fc.constantFrom(
      ...[
        'ok 1 - ',
        'not ok ',
        '1..3\n',
        '<testsuite ',
        'tests="-1">',
        '<testcase name="',
        '/>',
        '&#x0;',
        '<![CDATA[',
        ']]>',
        '<!DOCTYPE [',
      ],
      ...[
        '{"numFailedTests":',
        '-1',
        '[',
        '}',
        '"',
        '\\u12',
        '=== test session starts ===\n',
        '-5 failed in 1s\n',
        '..F\n',
        '\r',
        '\n',
        '\u001b[31',
      ],
      ...[
        'ℹ tests 9999999999\n',
        'ℹ cancelled 1\n',
        '✖ failing tests:\n',
        'test at :::\n',
        '    ',
        '  ---\n',
        '  ...\n',
        ' {\n',
        '}\n',
        'TAP version 13\n',
      ],
      ...[
        ' RUN  v1.2.3 /x\n',
        '      Tests  ',
        '1 failed (1)\n',
        'Tests:       1 failed, 1 total\n',
        'FAIL a.js\n',
        '  ● x\n',
        '😀',
        '\u0000',
      ],
    );
    const text = fc
      .array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 64 }), (stdout, stderr, size) => {
        expectSound(readOutput({ stdout, stderr }, size));
      }),
      { numRuns: 1_000 },
    );
  });

  it('bytes of no encoding never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.integer({ min: 1, max: 64 }), (bytes, size) => {
        expectSound(readOutput({ stdout: Buffer.from(bytes) }, size));
      }),
      { numRuns: 300 },
    );
  });

  it('where the chunks of an output are cut makes no difference', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 300 }), (name, size) => {
        const bytes = OUTPUTS.get(name) ?? Buffer.alloc(0);
        expect(readOutput({ stdout: bytes }, size)).toEqual(readOutput({ stdout: bytes }, 1_000_000));
      }),
      { numRuns: 100 },
    );
  });

  it('Windows line ends make no difference', () => {
    for (const name of NAMES) {
      const text = recorded(name).toString('utf8');
      expect(readOutput({ stdout: text.replaceAll('\n', '\r\n') })).toEqual(readOutput({ stdout: text }));
    }
  });
});
