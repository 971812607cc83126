import { describe, expect, it } from 'vitest';
import { gateAction, gateText } from '../../src/protocol/gates.js';
import { RULES, TEST, TEST_EN, TIME, VIEW } from './actions.js';

describe('a good answer', () => {
  it.each([TIME, VIEW, TEST, TEST_EN])('passes unaltered: $tool$task_type', (action) => {
    expect(gateText(JSON.stringify(action), RULES)).toEqual({ ok: true, action, repaired: false });
    expect(gateText(`\n ${JSON.stringify(action, null, 2)}\n`, RULES)).toEqual({ ok: true, action, repaired: false });
  });

  it('is not touched by repair, even if its strings look like a near-miss', () => {
    const action = { ...TIME, reason: '<think>x</think> ```json {“a”: 1,} ``` </think> {"b":2}' };
    expect(gateText(JSON.stringify(action), RULES)).toEqual({ ok: true, action, repaired: false });
  });
});

const observe = (tool: string, args: unknown) => ({ action_kind: 'observe', tool, args, reason: '' });

describe('the schema gate', () => {
  it.each([
    ['an array', [], /one JSON object, not an array/],
    ['null', null, /one JSON object, not null/],
    ['an unknown kind', { action_kind: 'act' }, /not "act"/],
    ['a missing reason', { action_kind: 'observe', tool: 'ls', args: { path: '.' } }, /needs "reason"/],
    ['an unknown key', { ...TIME, extra: 1 }, /has no "extra"/],
    ['the keys of the other kind', { ...TEST, tool: 'ls' }, /has no "tool"/],
    ['args that are text', observe('ls', '{}'), /args must be an object, not "\{\}"/],
    ['args that are an array', observe('beijing_time', []), /args must be an object, not an array/],
    ['a number for content', { ...TEST, task_content: 5 }, /task_content must be a string, not 5/],
    ['read without path', observe('read', {}), /read: it needs "path"/],
    ['read with a blank path', observe('read', { path: ' ' }), /non-empty string/],
    ['ls with an option', observe('ls', { path: '.', all: true }), /ls: it has no "all"/],
    ['an unknown view option', observe('build_context_view', { rounds: 3 }), /unknown option "rounds"/],
    ['an inherited name as view option', observe('build_context_view', { toString: true }), /unknown option/],
    [
      'a round_limit of text',
      observe('build_context_view', { round_limit: '3' }),
      /round_limit must be a whole number/,
    ],
    ['a round_limit out of range', observe('build_context_view', { round_limit: 0 }), /from 1 to 20/],
    ['a flag that is no boolean', observe('build_context_view', { include_task: 1 }), /true or false, not 1/],
    ['skill_tool without input', observe('skill_tool', { name: 'x' }), /needs "input"/],
    ['skill_tool with a number', observe('skill_tool', { name: 'x', input: 3 }), /string or an object/],
    ['skill_tool nested for ever', observe('skill_tool', { name: 'x', input: nested(60) }), /nested more than 32/],
  ])('refuses %s', (_, value, says) => {
    expect(gateAction(value, RULES)).toMatchObject({
      ok: false,
      layer: 'schema',
      message: expect.stringMatching(says),
    });
  });

  it('accepts every documented argument', () => {
    const all = {
      round_limit: 5,
      include_user_input: true,
      include_task: true,
      include_reply: true,
      include_trace: true,
      compress: true,
      compress_target_tokens: 400,
      history_summary_limit: 2,
    };
    for (const action of [
      observe('build_context_view', all),
      observe('build_context_view', {}),
      observe('read', { path: 'docs/a.md' }),
      observe('ls', { path: '.' }),
      observe('previous_failed_track', {}),
      observe('skill_tool', { name: 'word_count', input: 'text' }),
      observe('skill_tool', { name: 'word_count', input: { text: 'text' } }),
    ]) {
      expect(gateAction(action, RULES)).toEqual({ ok: true, action, repaired: false });
    }
  });
});

describe('the protocol gate', () => {
  it.each([
    ['an unregistered tool', observe('bash', {}), /no tool "bash"; the tools are read, ls/],
    ['a tool named like an inherited one', observe('constructor', {}), /no tool "constructor"/],
    ['arguments of a closed tool', observe('beijing_time', { tz: 'UTC' }), /takes no arguments.*"tz"/],
    ['arguments of the other closed tool', observe('previous_failed_track', { n: 1 }), /takes no arguments/],
    ['an unregistered type', { ...TEST, task_type: 'deploy' }, /no task_type "deploy"; the types are executor/],
    ['one line of content', { ...TEST, task_content: '用户目标：测试' }, /exactly two non-empty lines.*用户目标：测试/],
    ['three lines', { ...TEST, task_content: `${TEST_CONTENT}\n备注：无` }, /exactly two/],
    ['an empty goal', { ...TEST, task_content: '用户目标： \n任务限制：无' }, /exactly two/],
    ['a trailing line', { ...TEST, task_content: `${TEST_CONTENT}\n` }, /exactly two/],
    ['the lines in the wrong order', { ...TEST, task_content: '任务限制：无\n用户目标：测试' }, /exactly two/],
    ['two languages', { ...TEST, task_content: '用户目标：测试\nLimits: none' }, /exactly two/],
  ])('refuses %s', (_, value, says) => {
    expect(gateAction(value, RULES)).toMatchObject({
      ok: false,
      layer: 'protocol',
      message: expect.stringMatching(says),
    });
  });

  it('refuses a tool repeated with the same arguments in the turn, whatever their order', () => {
    const rules = {
      ...RULES,
      observed: [{ tool: 'build_context_view', args: { include_trace: false, round_limit: 3 } }],
    };
    expect(gateAction(VIEW, rules)).toMatchObject({ ok: false, layer: 'protocol', message: /already observed/ });
    expect(gateAction(observe('build_context_view', { round_limit: 4 }), rules)).toMatchObject({ ok: true });
    expect(gateAction(TIME, rules)).toMatchObject({ ok: true });
  });
});

it('quotes a long answer only in part', () => {
  const failed = gateText('x'.repeat(40_000), RULES);
  expect(failed).toMatchObject({
    ok: false,
    layer: 'parse',
    message: expect.stringContaining('39880 more characters'),
  });
  expect(failed.ok ? 0 : failed.message.length).toBeLessThan(400);
});

it('does not read an answer longer than any action', () => {
  expect(gateText(' '.repeat(60_000), RULES)).toMatchObject({ layer: 'parse', message: /60000 characters/ });
});

const TEST_CONTENT = '用户目标：测试\n任务限制：无';

function nested(levels: number): unknown {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}
