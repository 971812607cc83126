import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildControllerContext } from '../../src/environment/controller-context.js';
import { factsOf } from '../../src/environment/facts.js';
import { DEFAULT_CONTEXT_LIMITS } from '../../src/environment/limits.js';
import { chooseRoundsToFold, type RollupSettings } from '../../src/environment/rollup-choice.js';
import type { Round } from '../../src/environment/types.js';
import { anyEnvironment, dispatched, environment, NO_FACTS, QUESTION, round, task } from './environments.js';

const SETTINGS: RollupSettings = {
  context_recent_rounds: 2,
  context_history_keep_recent_rounds: 4,
  context_summary_min_step: 2,
};

const done = (id: number) => round(id, 'x', [task(1, 'executor', 'done')]);
const rounds = (...ids: number[]) => ids.map(done);
const chosen = (all: Round[], facts = NO_FACTS, links: Parameters<typeof chooseRoundsToFold>[2] = []) =>
  chooseRoundsToFold(all, facts, links, SETTINGS).map((each) => each.round_id);

describe('the rounds that fold next', () => {
  it('are those older than the newest 4, once they are enough for a summary', () => {
    expect(chosen(rounds(1, 2, 3, 4))).toEqual([]);
    expect(chosen(rounds(1, 2, 3, 4, 5))).toEqual([]);
    expect(chosen(rounds(1, 2, 3, 4, 5, 6))).toEqual([1, 2]);
  });

  it('jump over what is protected, and take it once it no longer is', () => {
    const running = round(2, 'x', [task(1, 'functest', 'running')]);
    const asked = round(3, 'x', [task(1, 'perftest', 'needs_input')]);
    expect(chosen([done(1), running, asked, ...rounds(4, 5, 6, 7, 8)])).toEqual([1, 4]);
    expect(chosen([done(2), done(3), ...rounds(5, 6, 7, 8)])).toEqual([2, 3]);
  });

  it('leave the most recent failure, the pending question and both ends of a link not yet reported', () => {
    const all = rounds(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    const facts = {
      ...NO_FACTS,
      previous_failed: { round_id: 1, record: task(1, 'functest', 'failed') },
      pending_question: { ...QUESTION, round_id: 3 },
    };
    expect(chosen(all, facts, [{ source: { round_id: 2 }, task_ref: { round_id: 6 } }])).toEqual([4, 5, 7]);
  });

  it('are at most 20 for one summary, the oldest first', () => {
    expect(chosen(Array.from({ length: 100 }, (_, at) => done(at + 1)))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
  });

  it('never hold anything protected', () => {
    const settings = fc.record({
      context_recent_rounds: fc.integer({ min: 0, max: 5 }),
      context_history_keep_recent_rounds: fc.integer({ min: 0, max: 5 }),
      context_summary_min_step: fc.integer({ min: 0, max: 4 }),
    });
    const links = fc.array(
      fc.record({ source: fc.record({ round_id: fc.nat(14) }), task_ref: fc.record({ round_id: fc.nat(14) }) }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(anyEnvironment, links, settings, (snapshot, unreported, wanted) => {
        const facts = factsOf(snapshot);
        const picked = chooseRoundsToFold(snapshot.rounds, facts, unreported, wanted);
        const newest = snapshot.rounds.slice(
          -Math.max(1, wanted.context_recent_rounds, wanted.context_history_keep_recent_rounds),
        );
        for (const each of picked) {
          expect(newest).not.toContain(each);
          expect(each.tasks.filter(({ task: { status } }) => status === 'running' || status === 'needs_input')).toEqual(
            [],
          );
          expect(each.round_id).not.toBe(facts.previous_failed?.round_id);
          for (const link of unreported)
            expect([link.source.round_id, link.task_ref.round_id]).not.toContain(each.round_id);
        }
        expect(picked.length === 0 || picked.length >= wanted.context_summary_min_step).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('do not take from the view what runs and what failed, however far back', () => {
    const tail = rounds(...Array.from({ length: 30 }, (_, at) => at + 3));
    const running = round(1, 'x', [task(1, 'perftest', 'running', '', [dispatched('r-1')])]);
    const red = round(2, 'x', [task(1, 'functest', 'failed', '2 of 40 failed')]);
    const all = [running, red, ...tail];
    const facts = factsOf(environment(all));
    const oneRound = { ...SETTINGS, context_recent_rounds: 1, context_history_keep_recent_rounds: 1 };
    let unfolded = all;
    for (let picked = unfolded; picked.length > 0; ) {
      picked = chooseRoundsToFold(unfolded, facts, [], oneRound);
      unfolded = unfolded.filter((each) => !picked.includes(each));
    }
    expect(unfolded.map((each) => each.round_id)).toEqual([1, 2, 32]);
    const later = environment([...unfolded, ...rounds(33, 34, 35, 36, 37)]);
    const context = buildControllerContext(later, factsOf(later), DEFAULT_CONTEXT_LIMITS);
    expect(context.running_outside.newest).toMatchObject([{ round_id: 1, type: 'perftest', run_id: 'r-1' }]);
    expect(context.previous_failed_task).toMatchObject({ round_id: 2, result: '2 of 40 failed' });
  });

  it('leave a bounded number unfolded, however long the conversation', () => {
    let unfolded: Round[] = [];
    for (let id = 1; id <= 500; id += 1) {
      unfolded.push(round(id, 'x', [task(1, 'functest', id % 7 === 0 ? 'failed' : 'done')]));
      const picked = new Set(chooseRoundsToFold(unfolded, factsOf(environment(unfolded)), [], SETTINGS));
      unfolded = unfolded.filter((each) => !picked.has(each));
      expect(unfolded.length).toBeLessThanOrEqual(7);
    }
  });
});
