import { randomBytes } from 'node:crypto';
import { hostName } from '../src/processes/identity.js';
import { ensureEnvironment } from '../src/store/environments.js';
import { insertJob, markCollected, markReported, updateJob } from '../src/store/jobs.js';
import { dropSummaries } from '../src/store/kept-summaries.js';
import type { Store, Tx } from '../src/store/open.js';
import { closeRound, openRound } from '../src/store/rounds.js';
import { foldRounds } from '../src/store/summaries.js';
import { insertTask } from '../src/store/tasks.js';
import { appendTrack } from '../src/store/track.js';

/** Unfolded rounds at the end of a long history: as many as a short one has at all. */
const UNFOLDED = 10;
/** A fold takes so many at once. */
const FOLD = 8;
const SUMMARIES_KEPT = 8;
const PER_COMMIT = 500;

/** An Environment as so many rounds leave it: a finished, reported job in every round, the old ones folded. */
export async function manyRounds(store: Store, name: string, count: number): Promise<void> {
  const start = Date.now() - count * 60_000;
  const at = (round: number): Date => new Date(start + round * 60_000);
  const environment_id = await store.write(async (tx) => (await ensureEnvironment(tx, name, at(0))).id);
  for (let done = 0; done < count; done += PER_COMMIT) {
    await store.write(async (tx) => {
      for (let number = done; number < Math.min(count, done + PER_COMMIT); number += 1) {
        await oneRound(tx, environment_id, at(number));
      }
    });
  }
  await store.write((tx) => foldAll(tx, environment_id, count - UNFOLDED, at(count)));
}

async function oneRound(tx: Tx, environment_id: number, now: Date): Promise<void> {
  const run_id = `job_${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${randomBytes(4).toString('hex')}`;
  const round_id = await openRound(tx, environment_id, 'run the functional tests of the shop', now);
  const key = { environment_id, round_id };
  const task = { type: 'functest', content: 'Goal: run the functional tests of the shop', status: 'done' } as const;
  const task_id = await insertTask(tx, key, {
    ...task,
    result: `pyskill_task(round_id=${round_id}, task_id=2)`,
    run_id,
  });
  const routed = { agent: 'controller', event: 'generate_task', task_type: 'functest', reason: 'best route score 1.2' };
  const dispatched = { agent: 'pyskill', event: 'dispatch_pyskill', run_id, pid: 4242 };
  await appendTrack(tx, { ...key, task_id }, [routed, dispatched], now);
  const filled = {
    type: 'pyskill_task',
    content: task.content,
    status: 'done',
    result: '21 of 21 passed',
    run_id,
  } as const;
  const filled_id = await insertTask(tx, key, filled);
  const completed = { agent: 'workflow', event: 'workflow_complete', run_id, task_result: '21 of 21 passed' };
  await appendTrack(tx, { ...key, task_id: filled_id }, completed, now);
  await insertJob(tx, {
    ...{ run_id, environment_id, round_id, task_id, kind: 'workflow', package: 'functest', package_version: 'v1' },
    ...{ request_key: run_id, idempotency_key: run_id, target: 'shop', parent_run_id: null, status: 'queued' },
    ...{ attempt: 1, max_attempts: 1, wall_ms: 180_000, host: hostName(), queued_at: now.toISOString() },
  });
  const ended = { status: 'succeeded', verdict: 'passed', exit_code: 0, finished_at: now.toISOString() };
  await updateJob(tx, run_id, { ...ended, started_at: now.toISOString() });
  await markCollected(tx, run_id, { now, round_id, task_id: filled_id });
  await markReported(tx, [run_id], now);
  await closeRound(tx, key, { reply: `functest (${run_id}) passed: 21 of 21 tests.`, now });
}

async function foldAll(tx: Tx, environment_id: number, rounds: number, now: Date): Promise<void> {
  const newest = Math.ceil(Math.max(0, rounds) / FOLD);
  for (let fold = 1; fold <= newest; fold += 1) {
    const first = (fold - 1) * FOLD + 1;
    const round_ids = Array.from({ length: Math.min(FOLD, rounds - first + 1) }, (_, at) => first + at);
    const round_end = first + round_ids.length - 1;
    const text = `${round_ids.length} rounds: functest ${round_ids.length} done.`;
    const place = { summary_id: fold, round_start: first, round_end, round_count: round_ids.length };
    const summary = { ...place, summary: text };
    await foldRounds(tx, environment_id, { ...summary, created_at: now.toISOString() }, round_ids);
  }
  await dropSummaries(tx, environment_id, newest - SUMMARIES_KEPT);
}
