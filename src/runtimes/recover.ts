import { readdir } from 'node:fs/promises';
import { hostName, isAlive, type ProcessId } from '../processes/identity.js';
import { INVOCATION_MARK, SUPERVISOR_MARK } from '../processes/marks.js';
import { type StopReport, stopTree } from '../processes/stop.js';
import { findInvocation, finishInvocation, pendingInvocations, type StoredInvocation } from '../store/invocations.js';
import type { Store } from '../store/open.js';
import type { RuntimeFailure } from './failure.js';
import { invocationPaths, removeScratch, scratchRoot } from './invocation-files.js';

/** What is left of a dead recorder's run has so long to end by itself. */
const GRACE_MS = 2_000;

export interface Recovered {
  readonly invocationId: string;
  /** Its record was still open; it is failed now. */
  readonly wasPending: boolean;
  /** What had to be ended. */
  readonly left: StopReport;
}

/**
 * Closes what dead recorders of this machine left behind: ends their back-ends' processes, fails what is still pending, removes scratch
 * folders. Several processes may do so at once.
 */
export async function recover(store: Store, stateDir: string): Promise<Recovered[]> {
  const pending = await store.read((tx) => pendingInvocations(tx));
  const known = new Set(pending.map(({ id }) => id));
  const ended: StoredInvocation[] = [];
  // Of a run that had ended its process may not have: its folder says that nobody saw it gone.
  for (const id of await scratchFolders(stateDir)) {
    if (known.has(id)) continue;
    const row = await store.read((tx) => findInvocation(tx, id));
    if (row === null) await removeScratch(invocationPaths(stateDir, id));
    else ended.push(row);
  }
  const recovered: Recovered[] = [];
  for (const row of [...pending, ...ended]) {
    if (row.recorder_host !== hostName() || isAlive(recorderOf(row))) continue;
    recovered.push(await recoverOne(store, stateDir, row));
  }
  return recovered;
}

async function recoverOne(store: Store, stateDir: string, row: StoredInvocation): Promise<Recovered> {
  const left = await stopTree(
    {
      root: backEndOf(row),
      mark: { name: INVOCATION_MARK, value: row.id },
      directory: null,
      foreign_mark: SUPERVISOR_MARK,
    },
    { grace_ms: GRACE_MS },
  );
  const error: RuntimeFailure = left.confirmed ? STOPPED : { ...STOPPED, message: `${STOPPED.message} ${rest(left)}` };
  const wasPending = await store.write((tx) =>
    finishInvocation(tx, row.id, {
      status: 'failed',
      outcome: 'unknown',
      finished_at: new Date().toISOString(),
      error: JSON.stringify(error),
      usage: row.usage,
    }),
  );
  // What could not be ended is tried again by the next start.
  if (left.confirmed) await removeScratch(invocationPaths(stateDir, row.id));
  return { invocationId: row.id, wasPending, left };
}

const STOPPED: RuntimeFailure = {
  code: 'RECORDER_LOST',
  class: 'recording',
  message: 'It stopped before it finished: the program that ran it is gone.',
  outcome: 'unknown',
};

function rest({ unconfirmed }: StopReport): string {
  return `Not everything it started is known to be gone (pid ${unconfirmed.join(', ')}).`;
}

function recorderOf(row: StoredInvocation): ProcessId {
  return { pid: row.recorder_pid, started_at: row.recorder_started_at };
}

/** A pid that no process has where the back-end's own is not known: then its mark alone finds it. */
function backEndOf({ pid, pid_started_at }: StoredInvocation): ProcessId {
  return pid === null || pid_started_at === null
    ? { pid: -1, started_at: '@never' }
    : { pid, started_at: pid_started_at };
}

async function scratchFolders(stateDir: string): Promise<string[]> {
  try {
    return await readdir(scratchRoot(stateDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
