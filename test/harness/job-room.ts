import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { TrackEvent } from '../../src/environment/types.js';
import { type Collected, collectEnded, readEnded } from '../../src/jobs/collect.js';
import { launch } from '../../src/jobs/launch.js';
import { prepareJob, storeJob } from '../../src/jobs/prepare.js';
import { recordDispatch } from '../../src/jobs/record-dispatch.js';
import type { JobOrder, JobRecord, JobRoom } from '../../src/jobs/room.js';
import { ensureEnvironment } from '../../src/store/environments.js';
import { findJob } from '../../src/store/jobs.js';
import { openStore, type Store } from '../../src/store/open.js';
import { openRound } from '../../src/store/rounds.js';
import { insertTask } from '../../src/store/tasks.js';
import { loadTrack } from '../../src/store/track.js';
import { until } from './until.js';
import { workspace } from './workspace.js';

/** A store with one environment and one open round, and everything needed to run jobs in it. */
export interface TestRoom extends JobRoom {
  dir: string;
  environment_id: number;
  round_id: number;
}

const opened: Store[] = [];

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

const SUPERVISOR = fileURLToPath(new URL('../../dist/supervisor.js', import.meta.url));

export async function jobRoom(changes: Partial<JobRoom> = {}, dir?: string): Promise<TestRoom> {
  const folder = dir ?? (await workspace());
  const store = await openStore(join(folder, 'state.db'));
  opened.push(store);
  const { environment_id, round_id } = await store.write(async (tx) => {
    const environment = await ensureEnvironment(tx, 'default', new Date());
    return { environment_id: environment.id, round_id: await openRound(tx, environment.id, 'run it', new Date()) };
  });
  return {
    dir: folder,
    store,
    state_file: store.file,
    jobs_dir: join(folder, 'jobs'),
    max_jobs: 2,
    supervisor_entry: SUPERVISOR,
    hidden_env: [],
    stop_grace_ms: 300,
    now: () => new Date(),
    environment_id,
    round_id,
    ...changes,
  };
}

export function order(room: TestRoom, argv: readonly string[], changes: Partial<JobOrder> = {}): JobOrder {
  return {
    kind: 'workflow',
    package: 'functest',
    package_version: 'v1',
    package_dir: room.dir,
    argv,
    cwd: 'job',
    limits: { wall_ms: 60_000, idle_ms: 60_000, output_bytes: 1 << 30 },
    idempotent: false,
    max_attempts: 1,
    input: {
      task: { type: 'functest', content: 'Goal: test login\nLimits: none' },
      params: { suite: 'login' },
      project: null,
      environment: { name: 'default', round_id: room.round_id, task_id: 0 },
      language: 'en',
    },
    request_key: `key-${Math.random()}`,
    environment_id: room.environment_id,
    environment_name: 'default',
    target: null,
    parent_run_id: null,
    ...changes,
  };
}

/** Up to the stored intent: folder, task and row, and nothing started. */
export async function intend(room: TestRoom, wanted: JobOrder): Promise<string> {
  const prepared = await prepareJob(room, wanted);
  const { environment_id, round_id } = room;
  await room.store.write(async (tx) => {
    const task_id = await insertTask(
      tx,
      { environment_id, round_id },
      {
        type: wanted.package,
        content: wanted.input.task.content,
        status: 'running',
        result: '',
        run_id: prepared.run_id,
      },
    );
    await storeJob(tx, prepared, { round_id, task_id }, room.now());
  });
  return prepared.run_id;
}

export async function dispatch(
  room: TestRoom,
  argv: readonly string[],
  changes: Partial<JobOrder> = {},
): Promise<string> {
  const run_id = await intend(room, order(room, argv, changes));
  const supervisor = await launch(room, run_id);
  await room.store.write((tx) => recordDispatch(tx, run_id, supervisor, room.now()));
  return run_id;
}

export async function rowOf(room: JobRoom, run_id: string): Promise<JobRecord> {
  const row = await room.store.read((tx) => findJob(tx, run_id));
  if (row === null) throw new Error(`no row of ${run_id}`);
  return row;
}

/** The row of a job that has ended. */
export function ended(room: JobRoom, run_id: string, limitMs = 20_000): Promise<JobRecord> {
  return until(
    `${run_id} has ended`,
    async () => {
      const row = await rowOf(room, run_id);
      return row.finished_at === null ? null : row;
    },
    limitMs,
  );
}

export function status(room: JobRoom, run_id: string, wanted: string): Promise<JobRecord> {
  return until(`${run_id} is ${wanted}`, async () => {
    const row = await rowOf(room, run_id);
    return row.status === wanted ? row : null;
  });
}

export async function collect(room: TestRoom): Promise<Collected[]> {
  const read = await readEnded(room, room.environment_id);
  return room.store.write((tx) => collectEnded(room, tx, room, room.now(), read));
}

/** The track of the task that dispatched the job. */
export async function trackOf(room: JobRoom, run_id: string): Promise<TrackEvent[]> {
  const row = await rowOf(room, run_id);
  return room.store.read((tx) => loadTrack(tx, row));
}
