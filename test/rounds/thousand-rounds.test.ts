import { expect, it } from 'vitest';
import { buildContextView } from '../../src/environment/context-view.js';
import { buildControllerStateInput } from '../../src/environment/state-input.js';
import type { PendingQuestion } from '../../src/environment/types.js';
import { hostName } from '../../src/processes/identity.js';
import { untold } from '../../src/rounds/completions.js';
import { fold } from '../../src/rounds/fold.js';
import type { House } from '../../src/rounds/house.js';
import { ensureEnvironment, setPendingQuestion } from '../../src/store/environments.js';
import { loadFacts } from '../../src/store/facts.js';
import { insertJob, markCollected, markReported, updateJob } from '../../src/store/jobs.js';
import { loadEnvironment } from '../../src/store/load.js';
import type { Tx } from '../../src/store/open.js';
import { closeRound, openRound } from '../../src/store/rounds.js';
import { insertTask } from '../../src/store/tasks.js';
import { house } from '../harness/house.js';
import { project } from '../harness/project.js';

const ROUNDS = 1_000;
/** What is never to be lost sight of, each in an early round, by the round it began in. */
const FAILS = 3;
const RUNS_ON = 5;
const UNREPORTED = 7;
const ASKS = 9;
const YOUNG = 10;

const run = (round: number) => `job_20260101_000000_${String(round).padStart(6, '0')}`;

it('a thousand rounds with a job in each: what is looked at stays as small as after ten, and nothing goes out of sight', async () => {
  const rooms = await house(await project());
  const environment_id = await rooms.store.write(async (tx) => (await ensureEnvironment(tx, 'default', at(0))).id);
  const sizes = new Map<number, { state: number; view: number }>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await rooms.store.write((tx) => oneRound(tx, rooms, environment_id, round));
    if (round === YOUNG || round % 100 === 0) sizes.set(round, await sizesNow(rooms, environment_id));
  }
  const young = sizes.get(YOUNG) ?? { state: 0, view: 0 };
  for (const { state, view } of sizes.values()) {
    expect(state).toBeLessThanOrEqual(2 * young.state);
    expect(view).toBeLessThan(20_000);
  }

  await rooms.store.read(async (tx) => {
    const { environment, facts, state } = await stateNow(tx, rooms, environment_id);
    expect(environment.cur_round).toBe(ROUNDS);
    expect(facts.running).toMatchObject([{ round_id: RUNS_ON, run_id: run(RUNS_ON) }]);
    expect(facts.previous_failed?.round_id).toBe(FAILS);
    expect(facts.pending_question?.round_id).toBe(ASKS);
    const seen = JSON.parse(state.ENVIRONMENT_JSON) as Record<string, unknown>;
    expect(seen).toMatchObject({
      previous_failed_task: { round_id: FAILS, result: '3 of 21 are red' },
      newest_work: { round_id: ROUNDS, type: 'functest', status: 'done' },
      pending_question: { round_id: ASKS, question: 'Which project shall it be?' },
    });
    expect(state.ENVIRONMENT_JSON).toContain(run(RUNS_ON));
    expect(await untold(tx, environment_id)).toMatchObject([{ run_id: run(UNREPORTED), result: '21 of 21 passed' }]);
  });
});

function at(round: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + round * 60_000);
}

/** As a round leaves the store: its job dispatched, ended, filled in and told (or not), old rounds folded by the product. */
async function oneRound(tx: Tx, rooms: House, environment_id: number, round: number): Promise<void> {
  const now = at(round);
  const run_id = run(round);
  const round_id = await openRound(tx, environment_id, 'run the functional tests of the shop', now);
  const key = { environment_id, round_id };
  const ends = round !== RUNS_ON;
  const content = 'Goal: run the functional tests of the shop\nLimits: -';
  const result = `pyskill_task(round_id=${round_id}, task_id=2)`;
  const task_id = await insertTask(tx, key, {
    type: 'functest',
    content,
    status: ends ? 'done' : 'running',
    result,
    run_id,
  });
  await insertJob(tx, {
    ...{ run_id, environment_id, round_id, task_id, kind: 'workflow', package: 'functest', package_version: 'v1' },
    ...{ request_key: run_id, idempotency_key: run_id, target: 'shop', parent_run_id: null, status: 'queued' },
    ...{ attempt: 1, max_attempts: 1, wall_ms: 180_000, host: hostName(), queued_at: now.toISOString() },
  });
  if (ends) {
    const failed = round === FAILS;
    const told = failed ? '3 of 21 are red' : '21 of 21 passed';
    const filled = { type: 'pyskill_task', content, run_id, status: failed ? 'failed' : 'done', result: told } as const;
    const filled_id = await insertTask(tx, key, filled);
    const ended = { status: failed ? 'failed' : 'succeeded', verdict: failed ? 'failed' : 'passed', exit_code: 0 };
    await updateJob(tx, run_id, { ...ended, started_at: now.toISOString(), finished_at: now.toISOString() });
    await markCollected(tx, run_id, { now, round_id, task_id: filled_id });
    if (round !== UNREPORTED) await markReported(tx, [run_id], now);
  }
  if (round === ASKS) await setPendingQuestion(tx, environment_id, question(round_id, task_id, now));
  await closeRound(tx, key, { reply: `functest (${run_id}) passed: 21 of 21 tests.`, now });
  await fold(tx, rooms, environment_id, now);
}

function question(round_id: number, task_id: number, now: Date): PendingQuestion {
  return {
    ...{ round_id, task_id, kind: 'param', param: 'project', options: [], question: 'Which project shall it be?' },
    ...{ task_type: 'perftest', task_content: 'Goal: load test it', params: {}, user_input: 'load test it' },
    asked_at: now.toISOString(),
  };
}

async function stateNow(tx: Tx, rooms: House, environment_id: number) {
  const environment = await loadEnvironment(tx, environment_id, { track: true });
  const facts = await loadFacts(tx, environment_id);
  const state = buildControllerStateInput(environment, facts, 'and now?', '', rooms.settings);
  return { environment, facts, state };
}

async function sizesNow(rooms: House, environment_id: number) {
  return await rooms.store.read(async (tx) => {
    const { environment, facts, state } = await stateNow(tx, rooms, environment_id);
    const view = buildContextView(environment, facts, {}, rooms.settings);
    return { state: JSON.stringify(state).length, view: JSON.stringify(view).length };
  });
}
