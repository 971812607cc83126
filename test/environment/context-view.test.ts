import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildContextView } from '../../src/environment/context-view.js';
import { factsOf } from '../../src/environment/facts.js';
import { estimateTokens } from '../../src/environment/token-estimate.js';
import type { ContextViewOptions } from '../../src/protocol/context-view-options.js';
import { anyEnvironment, conversation, environment, NO_FACTS, round, task } from './environments.js';

const GOLDEN: Record<string, Partial<ContextViewOptions>> = {
  'context-view': {},
  'context-view-last-round-with-running-outside': { round_limit: 2, history_summary_limit: 0 },
  'context-view-tasks-only': {
    include_user_input: false,
    include_reply: false,
    round_limit: 3,
    history_summary_limit: 1,
  },
  'context-view-trace': { round_limit: 6, include_trace: true, include_reply: false, history_summary_limit: 0 },
  'context-view-bounded': { compress_target_tokens: 260 },
};

describe('a context view', () => {
  it.each(Object.entries(GOLDEN))('of a conversation: %s', async (name, options) => {
    const snapshot = conversation();
    const view = buildContextView(snapshot, factsOf(snapshot), options);
    await expect(`${JSON.stringify(view, null, 2)}\n`).toMatchFileSnapshot(`golden/${name}.json`);
  });

  it('of nothing is empty', () => {
    expect(buildContextView(environment([]), NO_FACTS)).toEqual({
      cur_round: 0,
      rounds: [],
      history_summary_latest: [],
      history_meta_summary: '',
    });
  });

  it('shows the 20 newest tasks and says how many older ones it leaves out', () => {
    const many = Array.from({ length: 30 }, (_, at) => task(at + 1, 'status', 'done', '', [], ''));
    const view = buildContextView(
      environment([round(1, 'a', many.slice(0, 3)), round(2, 'b', many)]),
      NO_FACTS,
      {},
      { context_view_target_tokens: 9000 },
    );
    expect(view.rounds.map((each) => [each.tasks?.length, each.tasks_left_out])).toEqual([
      [0, 3],
      [20, 10],
    ]);
    expect(view.rounds[1]?.tasks?.[0]?.task_id).toBe(11);
  });

  it('shows the tracks of the 5 newest tasks only', () => {
    const rounds = [3, 3, 3].map((count, at) =>
      round(
        at + 1,
        '',
        Array.from({ length: count }, (_, nth) => task(nth + 1, 'executor', 'done', '', [{ agent: 'executor' }])),
      ),
    );
    const view = buildContextView(
      environment(rounds),
      NO_FACTS,
      { include_trace: true },
      { context_view_target_tokens: 9000 },
    );
    expect(view.rounds.map((each) => each.tasks?.map((one) => one.track !== undefined))).toEqual([
      [false, false, false],
      [false, true, true],
      [true, true, true],
    ]);
  });

  it('keeps all rounds and shortens their texts, or keeps texts whole and drops old rounds', () => {
    const wordy = environment(Array.from({ length: 5 }, (_, at) => round(at + 1, '长'.repeat(180), [], 'fine')));
    const shortened = buildContextView(wordy, NO_FACTS);
    expect(shortened.rounds.map((each) => each.user_input?.includes('chars left out'))).toEqual(Array(5).fill(true));
    const whole = buildContextView(wordy, NO_FACTS, { compress: false });
    expect(whole.rounds.map((each) => each.user_input)).toEqual(Array(2).fill('长'.repeat(180)));
    expect(whole.rounds_left_out).toBe(3);
  });

  it('can lower the configured bound, never raise it', () => {
    const long = environment(
      Array.from({ length: 9 }, (_, at) => round(at + 1, '长'.repeat(900), [], 'x'.repeat(4000))),
    );
    const size = (options: Partial<ContextViewOptions>) =>
      estimateTokens(JSON.stringify(buildContextView(long, NO_FACTS, options)));
    expect(size({ compress_target_tokens: 50_000, round_limit: 20 })).toBeLessThanOrEqual(600);
    expect(size({ compress_target_tokens: 300 })).toBeLessThanOrEqual(300);
  });

  it('stays within its bound whatever the Environment', () => {
    const options: fc.Arbitrary<Partial<ContextViewOptions>> = fc.record(
      {
        round_limit: fc.integer({ min: 1, max: 20 }),
        include_trace: fc.boolean(),
        compress: fc.boolean(),
        include_task: fc.boolean(),
        compress_target_tokens: fc.integer({ min: 600, max: 2000 }),
        history_summary_limit: fc.integer({ min: 0, max: 10 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyEnvironment, options, (snapshot, wanted) => {
        const view = buildContextView(snapshot, factsOf(snapshot), wanted);
        expect(estimateTokens(JSON.stringify(view))).toBeLessThanOrEqual(600);
      }),
      { numRuns: 150 },
    );
  });
});
