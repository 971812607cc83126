import { dirname, resolve } from 'node:path';
import { faultPoint } from '../../faults/fault-point.js';
import { self } from '../../processes/identity.js';
import { openStore } from '../../store/open.js';
import { readCommand, STOP_GRACE_MS } from '../command.js';
import { abandon } from './abandon.js';
import { claim } from './claim.js';
import { supervise } from './supervise.js';

/**
 * `node supervisor.js STATE_FILE RUN_ID`, in the job's folder: one detached process per job, which outlives whoever dispatched it.
 * It may be started twice, or again after it died: only one claims the job.
 */
async function main(): Promise<void> {
  const [state_file, run_id] = process.argv.slice(2);
  if (state_file === undefined || run_id === undefined) throw new Error('usage: supervisor STATE_FILE RUN_ID');
  const jobs_dir = dirname(resolve('.'));
  faultPoint('supervisor.started');
  const store = await openStore(state_file, { create: false });
  try {
    const command = readCommand(jobs_dir, run_id);
    const bench = { store, jobs_dir, run_id, me: self(), now: () => new Date(), log };
    const row = await claim({ ...bench, max_jobs: command?.max_jobs ?? null });
    if (row === null) return;
    faultPoint('supervisor.claimed');
    if (command === null) {
      await abandon(bench, row, bench.me, STOP_GRACE_MS);
      return;
    }
    await supervise({ ...bench, command }, row);
  } finally {
    await store.close();
  }
}

function log(message: string): void {
  process.stderr.write(`${new Date().toISOString()} ${message}\n`);
}

main().then(
  // A job that went to another supervisor may still have a child here: it is not waited for.
  () => process.exit(0),
  (error: unknown) => {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  },
);
