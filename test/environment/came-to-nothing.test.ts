import { expect, it } from 'vitest';
import { factsOf } from '../../src/environment/facts.js';
import { buildControllerStateInput } from '../../src/environment/state-input.js';
import type { Environment, PendingQuestion, Task } from '../../src/environment/types.js';
import { sceneOf } from '../../src/policy/action-scene.js';

const LIMITS = {
  context_window_tokens: 8_000,
  context_recent_rounds: 5,
  context_history_max_detail_rounds: 8,
  context_history_inject_latest_shards: 3,
  context_view_target_tokens: 8_000,
};

function environment(...newest: Partial<Task>[]): Environment {
  const done = { type: 'functest', status: 'done' as const };
  const rounds = [done, ...newest].map((task, at) => ({
    round_id: at + 1,
    user_input: 'x',
    reply: 'y',
    tasks: [{ task_id: 1, task: { task_id: 1, content: 'a\nb', result: '', ...done, ...task }, track: [] }],
  }));
  return { rounds, cur_round: rounds.length, updated_at: '', history_summaries: [], history_meta_summary: '' };
}

const question: PendingQuestion = {
  round_id: 2,
  task_id: 1,
  kind: 'choice',
  param: null,
  options: [],
  question: '?',
  task_type: null,
  task_content: '',
  params: {},
  user_input: 'x',
  asked_at: '',
};

it.each<[string, Partial<Task>, PendingQuestion | null, string, string | null]>([
  ['nobody could do', { type: 'executor', status: 'failed', reason: 'MODEL_REQUIRED' }, null, 'functest', null],
  ['has no package any more', { type: 'perftest', status: 'failed', reason: 'NOT_INSTALLED' }, null, 'functest', null],
  [
    'was given up for a new request',
    { type: 'perftest', status: 'cancelled', reason: 'SUPERSEDED' },
    null,
    'functest',
    null,
  ],
  ['is the open question what was meant', { type: 'executor', status: 'needs_input' }, question, 'functest', null],
  ['went wrong', { type: 'perftest', status: 'failed', reason: 'exit_code' }, null, 'perftest', 'perftest'],
  ['was stopped', { type: 'perftest', status: 'cancelled', reason: 'cancelled' }, null, 'perftest', null],
  ['was done', { type: 'executor', status: 'done' }, null, 'executor', null],
])('tells the last work and the last failure after a task that %s', (_what, task, pending_question, last, failed) => {
  const now = environment(task);
  const facts = factsOf(now, pending_question);
  const scene = sceneOf(buildControllerStateInput(now, facts, 'again', '', LIMITS).ENVIRONMENT_JSON);
  expect({ last: scene.last?.type, failed: scene.failed?.type ?? null }).toEqual({ last, failed });
});
