import { describe, expect, it } from 'vitest';
import { buildControllerContext } from '../../src/environment/controller-context.js';
import { factsOf } from '../../src/environment/facts.js';
import { DEFAULT_CONTEXT_LIMITS as LIMITS } from '../../src/environment/limits.js';
import type { EnvironmentFacts, RunningWork } from '../../src/environment/types.js';
import { AT, conversation, environment, NO_FACTS, QUESTION, round, task } from './environments.js';

const golden = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function workOf(round_id: number, type: string): RunningWork {
  return { round_id, task_id: 1, type, run_id: `r-${round_id}`, since: AT };
}

describe("the controller's context", () => {
  it('of a conversation', async () => {
    const snapshot = conversation();
    const facts: EnvironmentFacts = factsOf(snapshot, QUESTION);
    await expect(golden(buildControllerContext(snapshot, facts, LIMITS))).toMatchFileSnapshot(
      'golden/controller-context.json',
    );
  });

  it('of a first round', async () => {
    const snapshot = environment([round(1, '帮我做登录功能测试')]);
    await expect(golden(buildControllerContext(snapshot, NO_FACTS, LIMITS))).toMatchFileSnapshot(
      'golden/controller-context-first-round.json',
    );
  });

  it('is the last 5 rounds, and up to 8 when the newest task failed', () => {
    const quiet = Array.from({ length: 12 }, (_, at) => round(at + 1, 'x', [task(1, 'executor', 'done')]));
    const ids = (rounds = quiet) =>
      buildControllerContext(environment(rounds), NO_FACTS, LIMITS).rounds.map((each) => each.round_id);
    expect(ids()).toEqual([8, 9, 10, 11, 12]);
    const failed = [...quiet.slice(0, 11), round(12, 'x', [task(1, 'functest', 'failed')]), round(13, 'why?')];
    expect(ids(failed)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    expect(ids([...failed, round(14, 'x', [task(1, 'executor', 'done')])])).toEqual([10, 11, 12, 13, 14]);
  });

  it('gives the result of the most recent failure once, however old, and blanks that of every failed task shown', () => {
    const shown = [
      round(30, 'x', [task(1, 'functest', 'failed', 'red: 2 of 40')]),
      round(31, 'y', [task(1, 'executor', 'done', 'fine')]),
    ];
    const latest = {
      round_id: 30,
      record: task(1, 'functest', 'failed', 'red: 2 of 40', [{ agent: 'workflow', event: 'workflow_fail' }]),
    };
    const context = buildControllerContext(environment(shown), { ...NO_FACTS, previous_failed: latest }, LIMITS);
    expect(context.rounds[0]?.tasks[0]?.result).toBe('');
    expect(context.previous_failed_task).toEqual({
      round_id: 30,
      task_id: 1,
      type: 'functest',
      content: latest.record.task.content,
      status: 'failed',
      result: 'red: 2 of 40',
    });
    expect(JSON.stringify(context)).not.toContain('workflow_fail');

    const old = { round_id: 2, record: latest.record };
    expect(
      buildControllerContext(environment(shown), { ...NO_FACTS, previous_failed: old }, LIMITS).previous_failed_task
        ?.round_id,
    ).toBe(2);
  });

  it('lists running work of any age that is not in the rounds shown: the newest 20, the rest by type', () => {
    const running = [
      ...Array.from({ length: 30 }, (_, at) => workOf(at + 1, at % 3 === 0 ? 'perftest' : 'functest')),
      workOf(40, 'accutest'),
    ].reverse();
    const snapshot = environment([round(40, 'x', [task(1, 'accutest', 'running')]), round(41, 'how is it going?')]);
    const { running_outside } = buildControllerContext(snapshot, { ...NO_FACTS, running }, LIMITS);
    expect(running_outside.newest.map((work) => work.round_id)).toEqual(Array.from({ length: 20 }, (_, at) => at + 11));
    expect(running_outside.newest[0]).toEqual({
      round_id: 11,
      task_id: 1,
      type: 'functest',
      run_id: 'r-11',
      since: AT,
    });
    expect(running_outside.rest).toEqual([
      { type: 'functest', count: 6 },
      { type: 'perftest', count: 4 },
    ]);
  });

  it('lists a running task of a shown round that the bound on tasks left out', () => {
    const tasks = [
      task(1, 'functest', 'running'),
      ...Array.from({ length: 20 }, (_, at) => task(at + 2, 'pyskill_task', 'done', '', [], '')),
    ];
    const snapshot = environment([round(1, 'x', tasks)]);
    const context = buildControllerContext(snapshot, factsOf(snapshot), LIMITS);
    expect(context.rounds[0]?.tasks_left_out).toBe(1);
    expect(context.running_outside.newest).toMatchObject([{ round_id: 1, task_id: 1, type: 'functest' }]);
  });

  it('clips long texts with the number of characters left out', () => {
    const snapshot = environment([round(1, `begin ${'x'.repeat(1_000_000)} end`)]);
    const input = buildControllerContext(snapshot, NO_FACTS, LIMITS).rounds[0]?.user_input ?? '';
    const [, count] = /^begin x+…\[(\d+) chars left out\]…x+ end$/.exec(input) ?? [];
    expect(Number(count) + input.replace(/…\[.*\]…/, '').length).toBe(1_000_010);
  });
});
