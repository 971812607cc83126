import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadFacts } from '../../src/store/facts.js';
import {
  endedUncollected,
  findLiveByRequestKey,
  jobsOf,
  liveJobs,
  prunable,
  unreported,
} from '../../src/store/jobs.js';
import { loadEnvironment } from '../../src/store/load.js';
import { loadRounds, openRound, unfinishedRounds } from '../../src/store/rounds.js';
import { tasksOfRun } from '../../src/store/tasks.js';
import type { Tx } from '../../src/store/tx.js';
import { hasMoreUnfolded, oldestUnfolded } from '../../src/store/unfolded.js';
import { later, START, withEnvironment } from './made.js';

/** The plans of every statement `work` executes, by the database itself. */
async function plansOf(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const watching = tx.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  });
  const executor = watching.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = async (query) => {
    statements.push(query);
    return execute(query);
  };
  await work(watching);
  const plans: string[] = [];
  for (const { sql: text, parameters } of statements) {
    const explained = await tx.executeQuery<{ detail: string }>({
      ...sql`select 1`.compile(tx),
      sql: `explain query plan ${text}`,
      parameters,
    });
    plans.push(...explained.rows.map(({ detail }) => detail));
  }
  return plans;
}

it('reads no table from end to end, whatever it looks for', async () => {
  await withEnvironment(async (tx, id) => {
    for (let index = 0; index < 3; index += 1) await openRound(tx, id, 'x', START);
    const looks: [string, (tx: Tx) => Promise<unknown>][] = [
      ['facts', (t) => loadFacts(t, id)],
      ['environment', (t) => loadEnvironment(t, id, { last: 5, track: true })],
      ['rounds', (t) => loadRounds(t, id, { last: 5, track: true })],
      ['unfinished', (t) => unfinishedRounds(t, id)],
      ['tasksOfRun', (t) => tasksOfRun(t, 'a')],
      ['live', (t) => liveJobs(t)],
      ['request', (t) => findLiveByRequestKey(t, 'k')],
      ['uncollected', (t) => endedUncollected(t, id)],
      ['unreported', (t) => unreported(t, id)],
      ['jobsOf', (t) => jobsOf(t, id, { limit: 5 })],
      ['prunable', (t) => prunable(t, later(1))],
    ];
    for (const [what, work] of looks) {
      const plans = await plansOf(tx, work);
      expect(plans.length, what).toBeGreaterThan(0);
      // The partial index of live jobs holds nothing else; json_each walks the bound list.
      const scans = plans.filter((plan) => /^SCAN (?!json_each|jobs USING INDEX jobs_live)/.test(plan));
      expect(scans, what).toEqual([]);
      expect(
        plans.filter((plan) => plan.includes('TEMP B-TREE')),
        what,
      ).toEqual([]);
    }
  });
});

it('finds what is open, live or failed without walking the history', async () => {
  await withEnvironment(async (tx, id) => {
    const looks: [string, (tx: Tx) => Promise<unknown>, string[]][] = [
      ['facts', (t) => loadFacts(t, id), ['tasks_running', 'tasks_failed', 'tasks_work']],
      ['environment', (t) => loadEnvironment(t, id, { track: true }), ['rounds_unfolded']],
      ['more unfolded', (t) => hasMoreUnfolded(t, id, 16), ['rounds_unfolded']],
      ['oldest unfolded', (t) => oldestUnfolded(t, id, 64), ['rounds_unfolded']],
      ['unfinished', (t) => unfinishedRounds(t, id), ['rounds_open']],
      ['live', (t) => liveJobs(t, { environment_id: id, host: 'here' }), ['jobs_live']],
      ['request', (t) => findLiveByRequestKey(t, 'k'), ['jobs_live_request']],
      ['uncollected', (t) => endedUncollected(t, id), ['jobs_uncollected']],
      ['unreported', (t) => unreported(t, id), ['jobs_unreported']],
      ['prunable', (t) => prunable(t, later(1)), ['jobs_prunable']],
    ];
    for (const [what, work, indexes] of looks) {
      const plans = (await plansOf(tx, work)).join('\n');
      for (const index of indexes) expect(plans, what).toMatch(new RegExp(`USING (COVERING )?INDEX ${index}\\b`));
    }
  });
});
