import { sql } from 'kysely';
import { expect } from 'vitest';
import { supervisorOf } from '../../src/jobs/record-dispatch.js';
import { isLive } from '../../src/jobs/status.js';
import { isAlive } from '../../src/processes/identity.js';
import { findEnvironment } from '../../src/store/environments.js';
import { liveJobs } from '../../src/store/jobs.js';
import type { Store } from '../../src/store/open.js';
import { starts } from '../harness/library.js';
import type { TestProject } from '../harness/project.js';
import type { Lane } from './lane.js';

/** How a probe's job ends that nobody kills: its supervisors may die, but not what it found. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  done: ['succeeded null'],
  passed: ['succeeded passed'],
  red: ['succeeded failed'],
  error: ['failed error'],
  exit: ['failed null'],
  hold: ['succeeded null', 'cancelled null'],
};

/** After one reconcile nothing is queued or running that nobody answers for. */
export async function expectOwners({ store, environment }: Lane): Promise<void> {
  const live = await store.read(async (tx) => {
    const found = await findEnvironment(tx, environment);
    return found === null ? [] : await liveJobs(tx, { environment_id: found.id });
  });
  const orphans = live.filter((job) => {
    const supervisor = supervisorOf(job);
    return supervisor === null || !isAlive(supervisor);
  });
  // One that ended between the two looks has an end by now.
  const rows = await Promise.all(
    orphans.map(({ run_id }) =>
      store.read((tx) => tx.selectFrom('jobs').selectAll().where('run_id', '=', run_id).executeTakeFirst()),
    ),
  );
  expect(rows.filter((row) => row !== undefined && isLive(row.status)).map((row) => row?.run_id)).toEqual([]);
}

/** Once everything has ended and was collected: nothing is lost, nothing is twice, nothing is left open. */
export async function expectAllAccountedFor(
  store: Store,
  project: TestProject,
  accepted: readonly string[],
): Promise<void> {
  const { jobs, tasks, rounds, environments, dispatched } = await store.read(async (tx) => ({
    jobs: await tx.selectFrom('jobs').selectAll().execute(),
    tasks: await tx.selectFrom('tasks').selectAll().execute(),
    rounds: await tx.selectFrom('rounds').selectAll().orderBy('environment_id').orderBy('round_id').execute(),
    environments: await tx.selectFrom('environments').selectAll().execute(),
    dispatched: await tx.selectFrom('track').select('body').execute(),
  }));
  const run_ids = jobs.map(({ run_id }) => run_id);
  expect(
    accepted.filter((run_id) => !run_ids.includes(run_id)),
    'accepted and lost',
  ).toEqual([]);
  expect(
    jobs.filter(({ status }) => isLive(status)).map(({ run_id }) => run_id),
    'still live',
  ).toEqual([]);
  expect(
    jobs.filter(({ collected_at }) => collected_at === null).map(({ run_id }) => run_id),
    'uncollected',
  ).toEqual([]);
  expect(
    jobs.filter(({ reported_at }) => reported_at === null).map(({ run_id }) => run_id),
    'untold',
  ).toEqual([]);

  const backFills = tasks.filter(({ type }) => type === 'pyskill_task').map(({ run_id }) => run_id);
  expect(backFills.toSorted(), 'back-fills').toEqual(run_ids.toSorted());
  expect(
    tasks.filter(({ status }) => status === 'running').map(({ run_id }) => run_id),
    'tasks left running',
  ).toEqual([]);
  expect(
    rounds.filter(({ finished_at }) => finished_at === null).map(({ round_id }) => round_id),
    'open rounds',
  ).toEqual([]);
  for (const { id } of environments) {
    const numbers = rounds.filter(({ environment_id }) => environment_id === id).map(({ round_id }) => round_id);
    expect(numbers, 'round numbers').toEqual(numbers.map((_, at) => at + 1));
  }
  expect(
    environments.map(({ lease_owner }) => lease_owner),
    'leases',
  ).toEqual(environments.map(() => null));

  const started = starts(project);
  expect(twice(started), 'executed twice').toEqual([]);
  expect(
    started.filter((run_id) => !run_ids.includes(run_id)),
    'executed without a record',
  ).toEqual([]);
  const claimed = jobs.filter(({ status, exit_code }) => status === 'succeeded' || exit_code !== null);
  expect(
    claimed.map(({ run_id }) => run_id).filter((run_id) => !started.includes(run_id)),
    'ended without having run',
  ).toEqual([]);

  const replies = rounds.map(({ reply }) => reply).join('\n');
  const mentions = (run_id: string) => replies.match(new RegExp(`^[✓✗–] \\S+ \\(${run_id}\\)`, 'gmu'))?.length ?? 0;
  expect(
    run_ids.filter((run_id) => mentions(run_id) !== 1),
    'not told exactly once',
  ).toEqual([]);
  for (const { run_id, status, verdict } of jobs) {
    const params = tasks.find((task) => task.run_id === run_id && task.params !== null)?.params ?? '{}';
    const { how = '' } = JSON.parse(params) as { how?: string };
    expect(ENDS[how] ?? [], `${run_id}, which was to end ${how}`).toContain(`${status} ${verdict}`);
  }
  const launches = dispatched.flatMap(({ body }) => {
    const { event, run_id, attempt } = JSON.parse(body) as { event: string; run_id?: string; attempt?: number };
    return event === 'dispatch_pyskill' ? [`${run_id} ${attempt}`] : [];
  });
  expect(twice(launches), 'recorded as dispatched twice').toEqual([]);

  const [{ rows: integrity }, { rows: foreign }] = await store.read(async (tx) => [
    await sql<{ integrity_check: string }>`pragma integrity_check`.execute(tx),
    await sql`pragma foreign_key_check`.execute(tx),
  ]);
  expect(integrity).toEqual([{ integrity_check: 'ok' }]);
  expect(foreign).toEqual([]);
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}
