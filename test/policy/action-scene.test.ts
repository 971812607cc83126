import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/environment/facts.js';
import { DEFAULT_CONTEXT_LIMITS } from '../../src/environment/limits.js';
import { buildControllerStateInput } from '../../src/environment/state-input.js';
import type { Environment, TaskStatus } from '../../src/environment/types.js';
import { sceneOf } from '../../src/policy/action-scene.js';

function environment(rounds: [type: string, status: TaskStatus][][]): Environment {
  return {
    rounds: [
      ...rounds.map((tasks, at) => ({
        round_id: at + 1,
        user_input: 'x',
        reply: 'y',
        tasks: tasks.map(([type, status], index) => ({
          task_id: index + 1,
          task: { task_id: index + 1, type, content: 'Goal: x\nLimits: y', status, result: '' },
          track: [],
        })),
      })),
      { round_id: rounds.length + 1, user_input: 'now', reply: '', tasks: [] },
    ],
    cur_round: rounds.length + 1,
    updated_at: '',
    history_summaries: [],
    history_meta_summary: '',
  };
}

const scene = (rounds: [string, TaskStatus][][]) => {
  const given = environment(rounds);
  return sceneOf(buildControllerStateInput(given, factsOf(given), 'now', '', DEFAULT_CONTEXT_LIMITS).ENVIRONMENT_JSON);
};

describe('the scene', () => {
  it('of a fresh conversation is empty: the round that asks is not history', () => {
    expect(scene([])).toMatchObject({ rounds: 0, running: [], last: null, failed: null });
  });

  it('lists what runs, also outside the shown rounds', () => {
    const old: [string, TaskStatus][] = [['perftest', 'running']];
    const rounds = Array.from({ length: 9 }, (): [string, TaskStatus][] => [['executor', 'done']]);
    expect(scene([old, ...rounds]).running).toEqual(['perftest']);
  });

  it('sees through questions and back-fills to the newest work', () => {
    const seen = scene([[['functest', 'failed']], [['pyskill_task', 'failed']], [['status', 'done']]]);
    expect(seen.last).toEqual(expect.objectContaining({ type: 'functest', status: 'failed' }));
    expect(seen.failed).toEqual({ type: 'functest', newest: true });
    expect(seen.asked_status).toBe(true);
  });

  it.each<[what: string, before: [string, TaskStatus][][], between: [string, TaskStatus], seen: object]>([
    ['done', [[['shop_check', 'done']]], ['status', 'done'], { last: { type: 'shop_check', status: 'done' } }],
    [
      'failed, and its failure is the newest',
      [[['shop_check', 'failed']], [['pyskill_task', 'failed']]],
      ['status', 'done'],
      { last: { type: 'shop_check', status: 'failed' }, failed: { type: 'shop_check', newest: true } },
    ],
    ['running', [[['shop_check', 'running']]], ['status', 'done'], { last: { type: 'shop_check', status: 'running' } }],
    [
      'stopped',
      [[['shop_check', 'cancelled']]],
      ['cancel', 'done'],
      { last: { type: 'shop_check', status: 'cancelled' } },
    ],
  ])('knows the newest work after any number of questions and stops: %s', (_what, before, between, seen) => {
    for (const count of [4, 5, 9, 200]) {
      const asked = Array.from({ length: count }, () => [between]);
      expect(scene([...before, ...asked])).toMatchObject(seen);
    }
  });

  it('of a state kept before the newest work was told of has what its rounds show', () => {
    const kept = (rounds: [string, TaskStatus][][]) => {
      const given = environment(rounds);
      const built = buildControllerStateInput(given, factsOf(given), 'now', '', DEFAULT_CONTEXT_LIMITS);
      const { newest_work: _newer, ...older } = JSON.parse(built.ENVIRONMENT_JSON);
      return sceneOf(JSON.stringify(older));
    };
    const asked = Array.from({ length: 5 }, (): [string, TaskStatus][] => [['status', 'done']]);
    expect(kept([[['functest', 'done']], [['status', 'done']]]).last).toMatchObject({ type: 'functest' });
    expect(kept([[['functest', 'done']], ...asked]).last).toBeNull();
  });

  it('tells a failure that other work followed from one that is newest', () => {
    expect(scene([[['functest', 'failed']], [['perftest', 'done']]]).failed).toEqual({
      type: 'functest',
      newest: false,
    });
  });
});
