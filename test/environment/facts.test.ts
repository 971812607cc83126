import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/environment/facts.js';
import { previousFailedTrack } from '../../src/environment/previous-failed-track.js';
import { AT, conversation, dispatched, environment, NO_FACTS, round, shuffled, task } from './environments.js';

describe('the facts of a snapshot', () => {
  it('are its running work, its most recent failure and no question', () => {
    const facts = factsOf(conversation());
    expect(facts.running).toEqual([{ round_id: 7, task_id: 1, type: 'accutest', run_id: 'r-0007', since: AT }]);
    expect(facts.previous_failed).toMatchObject({
      round_id: 6,
      record: { task_id: 1, task: { type: 'pyskill_task' } },
    });
    expect(facts.pending_question).toBeNull();
  });

  it('know no run_id where the track tells none', () => {
    const snapshot = environment([round(1, 'x', [task(1, 'executor', 'running')])]);
    expect(factsOf(snapshot).running).toEqual([
      { round_id: 1, task_id: 1, type: 'executor', run_id: null, since: null },
    ]);
  });
});

describe('the track of the previous failure', () => {
  it('is whole, in the same bytes whatever the order of keys', () => {
    const track = [
      dispatched('r-1'),
      { agent: 'workflow', event: 'workflow_fail', return: { failed: 2, cases: ['b', 'a'] }, vendor: 1 },
    ];
    const facts = {
      ...NO_FACTS,
      previous_failed: { round_id: 4, record: task(2, 'functest', 'failed', 'red', track) },
    };
    const told = previousFailedTrack(facts);
    expect(told).toMatchObject({ round_id: 4, task_id: 2, type: 'functest', status: 'failed', result: 'red', track });
    expect(JSON.stringify(previousFailedTrack(shuffled(facts, 5)))).toBe(JSON.stringify(told));
  });

  it('is null when nothing failed', () => {
    expect(previousFailedTrack(NO_FACTS)).toBeNull();
  });
});
