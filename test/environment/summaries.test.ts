import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSummary, mergeMetaSummary, summaryLeaving } from '../../src/environment/fold-summary.js';
import { estimateTokens } from '../../src/environment/token-estimate.js';
import { anyEnvironment, conversation, round, summary, task } from './environments.js';

const FOLD = { context_history_summary_target_tokens: 700 };
const META = { context_history_meta_target_tokens: 400, context_history_inject_latest_shards: 2 };

describe('the summary of folded rounds', () => {
  it('says of each round what was asked and what came of it', async () => {
    const folded = foldSummary(conversation().rounds, FOLD);
    expect(folded).toMatchObject({ round_start: 5, round_end: 10, round_count: 6 });
    await expect(`${folded.summary}\n`).toMatchFileSnapshot('golden/fold-summary.txt');
  });

  it('counts the rounds it holds where some between were left out', () => {
    expect(foldSummary([round(3, 'a'), round(9, 'b')], FOLD)).toEqual({
      round_start: 3,
      round_end: 9,
      round_count: 2,
      summary: '[3] a\n[9] b',
    });
  });

  it('stays within its target whatever the rounds', () => {
    fc.assert(
      fc.property(anyEnvironment, fc.integer({ min: 20, max: 700 }), ({ rounds }, tokens) => {
        fc.pre(rounds.length > 0);
        const { summary: text } = foldSummary(rounds, { context_history_summary_target_tokens: tokens });
        expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
      }),
    );
  });

  it('names the three last tasks of a round and counts the others', () => {
    const tasks = [1, 2, 3, 4, 5].map((id) => task(id, 'functest', 'done', `r${id}`));
    expect(foldSummary([round(1, 'all', tasks)], FOLD).summary).toBe(
      '[1] all → +2; functest done: r3; functest done: r4; functest done: r5',
    );
  });
});

describe('the meta summary', () => {
  it('takes up the summary that leaves the newest two', () => {
    const all = [summary(1, 1, 4, '[1] a\n[2] b\n[4] d'), summary(2, 5, 6, 'x'), summary(3, 7, 8, 'y')];
    expect(summaryLeaving(all.slice(0, 2), META)).toBeNull();
    const leaving = summaryLeaving(all, META);
    expect(leaving).toBe(all[0]);
    expect(mergeMetaSummary('an older line', all.slice(0, 1), META)).toBe('an older line\n1-4: [1] a … [4] d');
  });

  it('makes room by dropping its oldest lines and counts them, over any number of merges', () => {
    let meta = '';
    for (let at = 0; at < 200; at += 1) {
      meta = mergeMetaSummary(
        meta,
        [summary(at, at, at, `[${at}] 跑一下登录功能测试 → functest done: 42 个用例通过`)],
        META,
      );
      expect(estimateTokens(meta)).toBeLessThanOrEqual(400);
    }
    const [first = '', ...kept] = meta.split('\n');
    const dropped = Number(/^…\(\+(\d+)\)$/.exec(first)?.[1]);
    expect(dropped + kept.length).toBe(200);
    expect(kept.at(-1)).toContain('[199]');
  });

  it('shortens a meta summary another writer made too long', () => {
    const merged = mergeMetaSummary('长'.repeat(5000), [summary(1, 1, 2, 'x')], META);
    expect(estimateTokens(merged)).toBeLessThanOrEqual(400);
    expect(merged).toContain('1-2: x');
  });
});
