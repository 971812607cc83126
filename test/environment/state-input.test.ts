import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/environment/facts.js';
import { DEFAULT_CONTEXT_LIMITS as LIMITS, roundsToLoad } from '../../src/environment/limits.js';
import { buildControllerStateInput } from '../../src/environment/state-input.js';
import { estimateTokens } from '../../src/environment/token-estimate.js';
import type { Environment, EnvironmentFacts, RunningWork } from '../../src/environment/types.js';
import {
  AT,
  anyEnvironment,
  conversation,
  environment,
  QUESTION,
  round,
  shuffled,
  summary,
  task,
} from './environments.js';

function bytes(snapshot: Environment, facts: EnvironmentFacts = factsOf(snapshot)): string {
  return JSON.stringify(buildControllerStateInput(snapshot, facts, '现在怎么样了', 'functest: runs tests', LIMITS));
}

describe('the state input', () => {
  it('of a conversation', async () => {
    await expect(`${bytes(conversation())}\n`).toMatchFileSnapshot('golden/state-input.json');
  });

  it('is the same bytes for the same snapshot, after a JSON round trip and with the keys in any order', () => {
    fc.assert(
      fc.property(anyEnvironment, fc.integer({ min: 1, max: 1000 }), (snapshot, seed) => {
        const whole = bytes(snapshot);
        const read: Environment = JSON.parse(JSON.stringify(snapshot));
        expect(bytes(read)).toBe(whole);
        expect(bytes(shuffled(read, seed))).toBe(whole);
      }),
    );
  });

  it('is the same bytes whether the snapshot was loaded whole or only its newest rounds', () => {
    fc.assert(
      fc.property(anyEnvironment, (snapshot) => {
        const part = { ...snapshot, rounds: snapshot.rounds.slice(-roundsToLoad(LIMITS)) };
        expect(bytes(part, factsOf(snapshot))).toBe(bytes(snapshot));
      }),
    );
  });

  it('does not change when fields an importer brought are there', () => {
    const snapshot = conversation();
    const marked = { ...snapshot, vendor: { a: 1 }, rounds: snapshot.rounds.map((each) => ({ ...each, vendor: 'x' })) };
    expect(bytes(marked)).toBe(bytes(snapshot));
  });

  it('stays within the window whatever the Environment', () => {
    fc.assert(
      fc.property(anyEnvironment, (snapshot) => {
        const { ENVIRONMENT_JSON } = buildControllerStateInput(snapshot, factsOf(snapshot), '', '', LIMITS);
        expect(estimateTokens(ENVIRONMENT_JSON)).toBeLessThanOrEqual(LIMITS.context_window_tokens);
      }),
      { numRuns: 150 },
    );
  });

  it('is bounded for 1,000 rounds with a job in each and texts of 1 MB', () => {
    const megabyte = '测试 output '.repeat(100_000);
    const types = ['a', 'b', 'c'].map((name) => `${name}-${megabyte}`);
    const rounds = Array.from({ length: 1000 }, (_, at) =>
      round(
        at + 1,
        megabyte,
        [task(1, types[at % 3] ?? '', 'running', megabyte), task(2, 'functest', 'failed', megabyte, [], megabyte)],
        megabyte,
      ),
    );
    const snapshot = environment(rounds, [summary(1, 1, 2, megabyte), summary(2, 3, 4, megabyte)], megabyte);
    const running: RunningWork[] = rounds.map(({ round_id }) => ({
      round_id,
      task_id: 1,
      type: types[round_id % 3] ?? '',
      run_id: megabyte,
      since: AT,
    }));
    const facts = {
      ...factsOf(snapshot),
      running,
      pending_question: { ...QUESTION, question: megabyte, task_content: megabyte, options: Array(500).fill(megabyte) },
    };
    const started = performance.now();
    const state = buildControllerStateInput(snapshot, facts, megabyte, '', LIMITS);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(estimateTokens(state.ENVIRONMENT_JSON)).toBeLessThanOrEqual(LIMITS.context_window_tokens);
    expect(state.ENVIRONMENT_JSON.length).toBeLessThan(12_000);
    expect(state.USER_INPUT.length).toBeLessThan(4_100);
    expect(state.USER_INPUT).toMatch(/\[\d+ chars left out\]/);
  });
});
