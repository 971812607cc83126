import { expect, it } from 'vitest';
import type { PendingQuestion } from '../../src/environment/types.js';
import { decisionsOfRound, insertDecision } from '../../src/store/decisions.js';
import {
  deleteEnvironment,
  EnvironmentInUseError,
  EnvironmentMissingError,
  ensureEnvironment,
  environmentById,
  findEnvironment,
  listEnvironments,
  readPendingQuestion,
  setPendingQuestion,
} from '../../src/store/environments.js';
import { loadFacts } from '../../src/store/facts.js';
import { updateJob } from '../../src/store/jobs.js';
import { loadEnvironment } from '../../src/store/load.js';
import { closeRound, loadRound, loadRounds, openRound, unfinishedRounds } from '../../src/store/rounds.js';
import { foldRounds, setMetaSummary } from '../../src/store/summaries.js';
import { insertTask, type NewTask, tasksOfRun, updateTask } from '../../src/store/tasks.js';
import { appendTrack, loadTrack } from '../../src/store/track.js';
import { dispatched, later, START, withEnvironment } from './made.js';

const QUESTION: PendingQuestion = {
  round_id: 1,
  task_id: 1,
  kind: 'param',
  param: 'base_url',
  options: [],
  question: 'Which address?',
  task_type: 'perftest',
  task_content: 'goal\nlimits',
  params: {},
  user_input: '压测一下',
  asked_at: START.toISOString(),
};

it('makes an environment once and finds it by name', async () => {
  await withEnvironment(async (tx, environment_id) => {
    expect((await ensureEnvironment(tx, 'default', later(5))).id).toBe(environment_id);
    expect((await findEnvironment(tx, 'default'))?.created_at).toBe(START.toISOString());
    expect(await findEnvironment(tx, 'other')).toBe(null);
    await expect(environmentById(tx, 99)).rejects.toThrow(EnvironmentMissingError);
    await expect(openRound(tx, 99, 'hello', START)).rejects.toThrow(EnvironmentMissingError);
  });
});

it('numbers rounds and tasks without gaps', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const task = { type: 'status', content: '', status: 'done', result: '' } as const;
    for (const expected of [1, 2, 3]) {
      const round_id = await openRound(tx, environment_id, 'hello', START);
      expect(round_id).toBe(expected);
      expect(await insertTask(tx, { environment_id, round_id }, task)).toBe(1);
      expect(await insertTask(tx, { environment_id, round_id }, task)).toBe(2);
    }
  });
});

it('appends to a track and never changes it; an event that has a time keeps it', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const key = await dispatched(tx, environment_id, 'a');
    expect(await appendTrack(tx, key, { agent: 'skill', event: 'dispatch_pyskill', run_id: 'a', pid: 7 }, START)).toBe(
      1,
    );
    const more = [
      { agent: 'workflow', event: 'process_started', at: later(1).toISOString() },
      { agent: '?', x: [1] },
    ];
    expect(await appendTrack(tx, key, more, later(2))).toBe(3);
    expect(await loadTrack(tx, key)).toEqual([
      { agent: 'skill', event: 'dispatch_pyskill', run_id: 'a', pid: 7, at: START.toISOString() },
      { agent: 'workflow', event: 'process_started', at: later(1).toISOString() },
      { agent: '?', x: [1], at: later(2).toISOString() },
    ]);
  });
});

it('changes of a task only what the patch names', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const key = await dispatched(tx, environment_id, 'a');
    await updateTask(tx, key, { params: { n: 1 } });
    await updateTask(tx, key, { status: 'failed', reason: 'exit_code' });
    await updateTask(tx, key, {});
    const [row] = await tasksOfRun(tx, 'a');
    expect(row).toMatchObject({
      type: 'functest',
      status: 'failed',
      reason: 'exit_code',
      run_id: 'a',
      params: '{"n":1}',
    });
  });
});

it('lists rounds that were never closed, with how many tasks they have', async () => {
  await withEnvironment(async (tx, environment_id) => {
    await openRound(tx, environment_id, 'cut off', START);
    await dispatched(tx, environment_id, 'a');
    const round_id = await openRound(tx, environment_id, 'whole', START);
    await closeRound(tx, { environment_id, round_id }, { reply: 'ok', now: later(1) });
    expect(await unfinishedRounds(tx, environment_id)).toMatchObject([
      { round_id: 1, user_input: 'cut off', tasks: 0 },
      { round_id: 2, user_input: 'run a', tasks: 1 },
    ]);
  });
});

it('loads the newest rounds oldest first, with track only on request', async () => {
  await withEnvironment(async (tx, environment_id) => {
    for (const run_id of ['a', 'b', 'c']) {
      await appendTrack(tx, await dispatched(tx, environment_id, run_id), { agent: 'skill' }, START);
    }
    const without = await loadRounds(tx, environment_id, { last: 2, track: false });
    expect(without.map(({ round_id }) => round_id)).toEqual([2, 3]);
    expect(without[1]?.tasks[0]?.track).toEqual([]);
    expect((await loadRound(tx, environment_id, 2))?.tasks[0]?.track).toHaveLength(1);
    expect(await loadRound(tx, environment_id, 9)).toBe(null);
  });
});

it('leaves folded rounds out of the Environment and keeps them readable', async () => {
  await withEnvironment(async (tx, environment_id) => {
    for (const run_id of ['a', 'b', 'c', 'd']) await dispatched(tx, environment_id, run_id);
    const summary = {
      summary_id: 1,
      round_start: 1,
      round_end: 3,
      round_count: 2,
      summary: 'two rounds',
      created_at: START.toISOString(),
      by: 'rule',
    };
    await foldRounds(tx, environment_id, summary, [1, 3]);
    await setMetaSummary(tx, environment_id, 'all in all');
    const environment = await loadEnvironment(tx, environment_id, { track: false });
    expect(environment.rounds.map(({ round_id }) => round_id)).toEqual([2, 4]);
    expect(environment).toMatchObject({
      cur_round: 4,
      history_summaries: [summary],
      history_meta_summary: 'all in all',
    });
    expect((await loadRound(tx, environment_id, 3))?.user_input).toBe('run c');
    const newest = await loadEnvironment(tx, environment_id, { last: 1, track: false });
    expect(newest.rounds.map(({ round_id }) => round_id)).toEqual([4]);
  });
});

it('knows running work, the last failure with its track, and the open question, however old', async () => {
  await withEnvironment(async (tx, environment_id) => {
    expect(await loadFacts(tx, environment_id)).toEqual({
      running: [],
      previous_failed: null,
      newest_work: null,
      pending_question: null,
    });
    const failed = await dispatched(tx, environment_id, 'a');
    await appendTrack(tx, failed, { agent: 'workflow', event: 'workflow_fail' }, START);
    await updateTask(tx, failed, { status: 'failed', result: 'red' });
    await dispatched(tx, environment_id, 'b');
    for (let index = 0; index < 30; index += 1) await openRound(tx, environment_id, 'chat', START);
    await setPendingQuestion(tx, environment_id, QUESTION);
    const facts = await loadFacts(tx, environment_id);
    expect(facts.running).toEqual([
      { round_id: 2, task_id: 1, type: 'functest', run_id: 'b', since: START.toISOString() },
    ]);
    expect(facts.previous_failed).toMatchObject({
      round_id: 1,
      record: { task_id: 1, task: { result: 'red' }, track: [{ event: 'workflow_fail' }] },
    });
    expect(facts.pending_question).toEqual(QUESTION);
    await setPendingQuestion(tx, environment_id, null);
    expect(await readPendingQuestion(tx, environment_id)).toBe(null);
  });
});

it('knows the newest work through whatever came after it that was none', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const newest = async () => (await loadFacts(tx, environment_id)).newest_work;
    const then = async (task: Partial<NewTask>) => {
      const round_id = await openRound(tx, environment_id, 'x', START);
      const made = { type: 'executor', content: 'x', status: 'done', result: '', ...task } as const;
      return { environment_id, round_id, task_id: await insertTask(tx, { environment_id, round_id }, made) };
    };
    const key = await dispatched(tx, environment_id, 'a');
    const begun = { round_id: key.round_id, type: 'functest' };
    expect(await newest()).toEqual({ ...begun, status: 'running' });
    await updateTask(tx, key, { status: 'failed', result: 'red' });
    for (let index = 0; index < 20; index += 1) await then({ type: index % 2 === 0 ? 'status' : 'cancel' });
    await then({ type: 'pyskill_task', status: 'failed' });
    await then({ status: 'failed', reason: 'MODEL_REQUIRED' });
    await then({ status: 'cancelled', reason: 'SUPERSEDED' });
    expect(await newest()).toEqual({ ...begun, status: 'failed' });
    const asked = await then({ status: 'needs_input' });
    await setPendingQuestion(tx, environment_id, { ...QUESTION, ...asked, kind: 'choice' });
    expect(await newest()).toEqual({ ...begun, status: 'failed' });
    await setPendingQuestion(tx, environment_id, { ...QUESTION, ...asked, kind: 'param' });
    expect(await newest()).toEqual({ round_id: asked.round_id, type: 'executor', status: 'needs_input' });
  });
});

it('keeps why a route was taken', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const round_id = await openRound(tx, environment_id, 'hello', START);
    const decision = {
      environment_id,
      round_id,
      step: 1,
      policy: 'local',
      policy_version: 'v',
      confidence: 0.875,
      threshold: 0.5,
      candidates: [{ action_kind: 'generate_task', task_type: 'functest', score: 1.25 }],
      action: { action_kind: 'generate_task', task_type: 'functest' },
      state_hash: 'h',
      ms: 0.25,
      at: START.toISOString(),
    };
    await insertDecision(tx, decision);
    expect(await decisionsOfRound(tx, { environment_id, round_id })).toEqual([decision]);
  });
});

it('lists environments with their rounds and running tasks', async () => {
  await withEnvironment(async (tx, environment_id) => {
    await dispatched(tx, environment_id, 'a');
    await openRound(tx, environment_id, 'hello', START);
    await ensureEnvironment(tx, 'another', START);
    expect(await listEnvironments(tx)).toMatchObject([
      { name: 'another', rounds: 0, running: 0 },
      { name: 'default', rounds: 2, running: 1 },
    ]);
  });
});

it('refuses to delete an environment with live jobs, and removes everything of one without', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const key = await dispatched(tx, environment_id, 'a');
    await appendTrack(tx, key, { agent: 'skill' }, START);
    await expect(deleteEnvironment(tx, environment_id)).rejects.toThrow(EnvironmentInUseError);
    await updateJob(tx, 'a', { status: 'succeeded', finished_at: later(1).toISOString() });
    expect(await deleteEnvironment(tx, environment_id)).toEqual({ run_ids: ['a'] });
    for (const table of ['environments', 'rounds', 'tasks', 'track', 'jobs'] as const) {
      expect(await tx.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });
});
