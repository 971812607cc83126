import { afterEach, expect, it } from 'vitest';
import type { Policy } from '../../src/controller/policy.js';
import { type App, createApp } from '../../src/index.js';
import type { ControllerAction } from '../../src/protocol/action.js';
import { userEnv } from '../harness/command-line.js';
import { starts } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { tasksOf } from '../rounds/trajectory.js';

const open: App[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** A policy of a library's caller that gates nothing: one answer after another, the last one for ever. */
function answering(answers: readonly unknown[], confidence = 0.99): Policy {
  return {
    name: 'own',
    version: '1',
    decide: ({ observations }) => {
      const action = answers[Math.min(observations.length, answers.length - 1)] as ControllerAction;
      return Promise.resolve({
        outcome: { ok: true, action, repaired: false },
        policy: 'own',
        policy_version: '1',
        confidence,
        threshold: 0.5,
        candidates: [
          { action_kind: 'generate_task', task_type: 'no_such_type', score: 0.6 },
          { action_kind: 'generate_task', task_type: 'probe', score: 0.4 },
        ],
        usage: null,
      });
    },
  };
}

async function ruledBy(policy: Policy) {
  const here = await project();
  await dropProbe(here);
  const app = await createApp({ cwd: here.dir, env: userEnv(here), policy });
  open.push(app);
  return { here, app };
}

const CONTENT = 'Goal: probe the turbine\nLimits: none';
const task = (task_type: string, task_content = CONTENT) => ({
  action_kind: 'generate_task',
  task_type,
  task_content,
  reason: 'own',
});
const observe = (tool: string, args: Record<string, unknown> = {}) => ({
  action_kind: 'observe',
  tool,
  args,
  reason: 'own',
});

const REFUSED: readonly (readonly [string, readonly unknown[], string, string])[] = [
  ['a type that is not there', [task('no_such_type')], 'GATE_PROTOCOL', 'there is no task_type "no_such_type"'],
  ['content of one line', [task('probe', 'probe it')], 'GATE_PROTOCOL', 'task_content must be exactly two'],
  ['a tool that is not there', [observe('rm', { path: '.' })], 'GATE_PROTOCOL', 'there is no tool "rm"'],
  ['arguments where none belong', [observe('beijing_time', { zone: 8 })], 'GATE_PROTOCOL', 'takes no arguments'],
  ['the same twice', [observe('ls', { path: '.' })], 'GATE_PROTOCOL', 'was already observed in this turn'],
  ['a surplus key', [{ ...task('probe'), shell: 'rm -rf .' }], 'GATE_SCHEMA', 'has no "shell"'],
  ['no action', [null], 'GATE_SCHEMA', 'the answer must be one JSON object'],
  ['a missing path', [observe('read')], 'GATE_SCHEMA', 'path'],
];

it.each(
  REFUSED.flatMap(([what, ...row]) =>
    ['probe the turbine how=done', '探测涡轮机 how=done'].map((input) => [what, input, ...row] as const),
  ),
)(
  'refuses what a policy of the caller decides against the rules, and records it: %s, %s',
  async (_what, input, answers, reason, message) => {
    const { here, app } = await ruledBy(answering(answers));
    const result = await app.run({ input });
    expect(result).toMatchObject({ task_status: 'failed', reason, run_id: null });
    expect(starts(here)).toEqual([]);
    const [failed] = await tasksOf(app);
    expect(failed).toMatchObject({ status: 'failed', reason, result: expect.stringContaining(message) });
    const { decisions } = await app.show('default', { round: 1 });
    expect(decisions.at(-1)?.action).toMatchObject({
      failed_gate: reason.replace('GATE_', '').toLowerCase(),
      message: expect.stringContaining(message),
    });
  },
);

it('refuses it where nothing would follow, too', async () => {
  const { app } = await ruledBy(answering([task('no_such_type')]));
  expect(await app.route(['probe the turbine'])).toMatchObject([{ outcome: 'refused', action: null }]);
  await app.run({ input: 'probe the turbine' });
  const [replayed] = await app.replay('default', 1);
  expect(replayed).toMatchObject({ now: { action: { failed_gate: 'protocol' } }, same: true });
});

it.each([['../../etc/passwd'], ['/etc/passwd'], ['/no/such/file']])(
  'answers a path outside of what may be read as an error, once, and reads nothing: %s',
  async (path) => {
    const { here, app } = await ruledBy(answering([observe('read', { path }), observe('ls', { path })]));
    expect(await app.run({ input: probing('done') })).toMatchObject({
      task_status: 'failed',
      reason: 'OBSERVE_FAILED',
    });
    const [failed] = await tasksOf(app);
    expect(failed?.result).toMatch(/^read: .* lies outside of what may be read.*; ls: .* lies outside/);
    expect(starts(here)).toEqual([]);
  },
);

it('offers no type that is not there', async () => {
  const { app } = await ruledBy(answering([task('probe')], 0.1));
  const { reply } = await app.run({ input: 'probe the turbine' });
  expect(reply).toContain('probe');
  expect(reply).not.toContain('no_such_type');
});

it('does what passes', async () => {
  const { app } = await ruledBy(answering([observe('beijing_time'), task('probe')]));
  expect(await app.run({ input: probing('done'), language: 'zh' })).toMatchObject({
    task_type: 'probe',
    task_status: 'running',
  });
});
