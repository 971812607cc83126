import { join } from 'node:path';
import { ensureEnvironment } from '../../src/store/environments.js';
import { insertJob, type NewJob } from '../../src/store/jobs.js';
import { openStore, type Store } from '../../src/store/open.js';
import { openRound } from '../../src/store/rounds.js';
import { insertTask } from '../../src/store/tasks.js';
import type { Tx } from '../../src/store/tx.js';
import { workspace } from '../harness/workspace.js';

export const START = new Date('2025-03-01T08:00:00Z');

/** `seconds` after the start of the story. */
export function later(seconds: number): Date {
  return new Date(START.getTime() + seconds * 1_000);
}

/** A fresh store, closed when `work` is done. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(join(await workspace(), 'store.db'));
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** `work` in one transaction on a fresh store that has the environment `default`. */
export async function withEnvironment(work: (tx: Tx, environment_id: number) => Promise<void>): Promise<void> {
  await withStore((store) => store.write(async (tx) => work(tx, (await ensureEnvironment(tx, 'default', START)).id)));
}

/** A round with one running task and its queued job. */
export async function dispatched(tx: Tx, environment_id: number, run_id: string, more: Partial<NewJob> = {}) {
  const round_id = await openRound(tx, environment_id, `run ${run_id}`, START);
  const task_id = await insertTask(
    tx,
    { environment_id, round_id },
    { type: 'functest', content: 'goal\nlimits', status: 'running', result: '', run_id },
  );
  await insertJob(tx, {
    run_id,
    environment_id,
    round_id,
    task_id,
    kind: 'workflow',
    package: 'functest',
    package_version: 'v1',
    request_key: `key of ${run_id}`,
    target: null,
    idempotency_key: run_id,
    status: 'queued',
    attempt: 1,
    max_attempts: 1,
    wall_ms: 60_000,
    host: 'here',
    queued_at: START.toISOString(),
    ...more,
  });
  return { environment_id, round_id, task_id };
}
