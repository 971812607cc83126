import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ControllerAction } from '../../src/protocol/action.js';
import { gateText } from '../../src/protocol/gates.js';
import { composeTaskContent } from '../../src/protocol/task-content.js';
import { RULES } from './actions.js';
import { NEAR_MISSES } from './near-misses.js';

describe('a bad answer', () => {
  it.each(NEAR_MISSES)('$shape', (row) => {
    const gated = gateText(row.text, RULES);
    if ('action' in row) expect(gated).toEqual({ ok: true, action: row.action, repaired: true });
    else expect(gated).toMatchObject({ ok: false, layer: row.fails, message: expect.stringMatching(row.says) });
  });
});

const words = fc.string({ unit: fc.constantFrom(...'abc 跑测试“”‘’"\'`\\{}[]<>:，：,/&#\n\t😀é'), maxLength: 40 });
const key = fc.stringMatching(/^[a-z_]{1,8}$/);

const observe: fc.Arbitrary<ControllerAction> = fc
  .oneof(
    fc.record({
      tool: fc.constantFrom('beijing_time' as const, 'previous_failed_track' as const),
      args: fc.constant({}),
    }),
    fc.record({
      tool: fc.constantFrom('read' as const, 'ls' as const),
      args: fc.record({ path: words.map((text) => `./${text}`) }),
    }),
    fc.record({
      tool: fc.constant('skill_tool' as const),
      args: fc.record({
        name: key,
        input: fc.oneof(words, fc.dictionary(key, fc.oneof(words, fc.integer(), fc.boolean(), fc.array(words)))),
      }),
    }),
  )
  .chain(({ tool, args }) =>
    words.map((reason) => ({ action_kind: 'observe' as const, tool, args: { ...args }, reason })),
  );

const generate: fc.Arbitrary<ControllerAction> = fc
  .record({
    type: fc.constantFrom(...RULES.task_types),
    goal: words,
    limits: words,
    reason: words,
    language: fc.constantFrom('zh' as const, 'en' as const),
  })
  .map(({ type, reason, ...content }) => ({
    action_kind: 'generate_task',
    task_type: type,
    task_content: composeTaskContent(content),
    reason,
  }));

/** Each near-miss as a way to print an action. */
const WRAPPERS: Record<string, (action: ControllerAction) => string> = {
  'a fence': (action) => `\`\`\`json\n${JSON.stringify(action, null, 2)}\n\`\`\``,
  'thinking before': (action) => `<think>\nhm {"x": 1}\n</think>\n\n${JSON.stringify(action)}`,
  'an introduction': (action) => `Here is the action:\n${JSON.stringify(action)}`,
  'a note behind': (action) => `${JSON.stringify(action)}\n\nDone.`,
  'a trailing comma': (action) => `${JSON.stringify(action).slice(0, -1)},}`,
  'a brace too few': (action) => JSON.stringify(action).slice(0, -1),
  'a brace too many': (action) => `${JSON.stringify(action)}}`,
  'a tag around': (action) => `<tool_call>${JSON.stringify(action)}</tool_call>`,
  'commas missing': (action) => JSON.stringify(action, null, 1).replaceAll(/,\n(?= *"[a-z_]+": )/g, '\n'),
  'an array of one': (action) => JSON.stringify([action]),
  'an encoded string': (action) => JSON.stringify(JSON.stringify(action)),
  'single quotes and Python literals': (action) => python(action),
  'keys without quotes': (action) => bareKeys(action),
  'a call by name': ({ action_kind, ...call }) =>
    `<tool_call>${JSON.stringify({ name: action_kind, arguments: call })}</tool_call>`,
};

describe('a valid action survives', () => {
  it.each(Object.entries(WRAPPERS))('%s', (_, wrap) => {
    fc.assert(
      fc.property(fc.oneof(observe, generate), (action) => {
        expect(gateText(wrap(action), RULES)).toEqual({ ok: true, action, repaired: true });
      }),
      { numRuns: 300 },
    );
  });

  it('strict printing, without repair', () => {
    fc.assert(
      fc.property(fc.oneof(observe, generate), (action) => {
        expect(gateText(JSON.stringify(action), RULES)).toEqual({ ok: true, action, repaired: false });
      }),
    );
  });
});

describe('an action that is not alone', () => {
  it('is never executed when another one stands beside it', () => {
    fc.assert(
      fc.property(fc.oneof(observe, generate), fc.oneof(observe, generate), (a, b) => {
        expect(gateText(`${JSON.stringify(a)}\n${JSON.stringify(b)}`, RULES)).toMatchObject({
          ok: false,
          layer: 'parse',
        });
      }),
    );
  });

  it('is never executed when quoted inside a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(observe, generate), (action) => {
        const quoted = `One could send ${JSON.stringify(action)} for that.`;
        expect(gateText(quoted, RULES)).toMatchObject({ ok: false, layer: 'parse' });
      }),
    );
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '“',
    '”',
    ':',
    ',',
    '\\',
    '\\u',
    '\n',
    '<think>',
    '</think>',
    '```',
    '<parameter=args>',
    '</parameter>',
    '<function=observe>',
    '"action_kind"',
    '"observe"',
    'None',
    '-1e5',
    '//',
    '/*',
    '&quot;',
    '{\\"',
    '\ud800',
    ' ',
  );

  it('gives a result, never an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (text) => {
          const gated = gateText(text, RULES);
          expect(gated.ok || gated.message !== '').toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    '{"a":',
    '[',
    '{',
    '{"a":"x',
    '<think>\n',
    '<parameter=a>',
    '"',
    '\\"',
    "'a' ",
    '/*',
    '{"a":1}',
    'n',
    '`',
    '</think>{',
  ])('repeated to the limit is answered quickly: %s', (piece) => {
    const started = performance.now();
    expect(gateText(piece.repeat(50_000 / piece.length), RULES).ok).toBe(false);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `'${name}': ${python(member)}`)
    .join(', ')}}`;
}

function bareKeys(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(bareKeys).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${bareKeys(member)}`)
    .join(', ')}}`;
}
