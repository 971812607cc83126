import { statSync } from 'node:fs';
import { hostName, isAlive, ownerAlive, ownerName, self } from '../processes/identity.js';
import { claimSupervisor, liveJobs } from '../store/jobs.js';
import type { Tx } from '../store/tx.js';
import { awaitRow } from './await-row.js';
import { STOP_GRACE_MS } from './command.js';
import { jobDirectory } from './files.js';
import { LaunchFailedError } from './job-errors.js';
import { noteLate } from './late.js';
import { launch } from './launch.js';
import { childOf, supervisorOf } from './record-dispatch.js';
import type { JobRecord, JobRoom } from './room.js';
import { isLive } from './status.js';
import { abandon } from './supervisor/abandon.js';

/** What was found and done, by run_id. */
export interface Tended {
  /** Nothing had been started: a new supervisor has it. */
  relaunched: string[];
  /** Its workflow lives: a new supervisor watches it. */
  adopted: string[];
  /** Its workflow is dead, or its folder gone: it has ended, or runs again if it may. */
  settled: string[];
  /** No supervisor could be started for it now; the next one who looks tries again. */
  failed: { run_id: string; message: string }[];
}

export interface TendFilter {
  environment_id?: number;
  run_id?: string;
}

/** A job stored a moment ago by a live round is just being launched by it. */
const LAUNCH_GRACE_MS = 5_000;
/** How long a new supervisor gets to claim its job; it takes a tenth of a second. */
const CLAIM_MS = 10_000;

/** "Whoever looks next": gives every live job of this machine a living supervisor, or its end. Any number of processes may do it at once. */
export async function tend(room: JobRoom, filter: TendFilter = {}): Promise<Tended> {
  const tended: Tended = { relaunched: [], adopted: [], settled: [], failed: [] };
  const orphans = await room.store.read((tx) => findOrphans(room, tx, filter));
  await Promise.all(orphans.map((row) => tendOne(room, row, tended)));
  if (filter.run_id !== undefined) await noteLate(room, filter.run_id);
  return tended;
}

async function findOrphans(room: JobRoom, tx: Tx, filter: TendFilter): Promise<JobRecord[]> {
  const { environment_id, run_id } = filter;
  const here = await liveJobs(tx, { host: hostName(), ...(environment_id === undefined ? {} : { environment_id }) });
  const orphans: JobRecord[] = [];
  for (const row of here) {
    if (run_id !== undefined && row.run_id !== run_id) continue;
    const supervisor = supervisorOf(row);
    if (supervisor !== null && isAlive(supervisor)) continue;
    if (supervisor === null && (await isBeingLaunched(room, tx, row))) continue;
    orphans.push(row);
  }
  return orphans;
}

async function isBeingLaunched(room: JobRoom, tx: Tx, row: JobRecord): Promise<boolean> {
  if (room.now().getTime() - Date.parse(row.queued_at) > LAUNCH_GRACE_MS) return false;
  const environment = await tx
    .selectFrom('environments')
    .select('lease_owner')
    .where('id', '=', row.environment_id)
    .executeTakeFirst();
  const owner = environment?.lease_owner ?? null;
  return owner !== null && owner !== ownerName() && ownerAlive(owner) === true;
}

async function tendOne(room: JobRoom, row: JobRecord, tended: Tended): Promise<void> {
  const { run_id } = row;
  const child = childOf(row);
  const childLives = child !== null && isAlive(child);
  if (!isDirectory(jobDirectory(room.jobs_dir, run_id))) {
    if (await endWithoutFolder(room, row)) tended.settled.push(run_id);
    return;
  }
  try {
    await launch(room, run_id);
  } catch (error) {
    if (!(error instanceof LaunchFailedError)) throw error;
    tended.failed.push({ run_id, message: error.message });
    return;
  }
  const childDied = child !== null && !childLives;
  // Whoever wins the claim: when this returns, the job has an owner, or its end.
  await awaitRow(room, run_id, CLAIM_MS, (now) => {
    if (!isLive(now.status) || now.attempt !== row.attempt) return true;
    const owner = supervisorOf(now);
    return owner !== null && isAlive(owner) && !(childDied && now.pid === row.pid);
  });
  if (childLives) tended.adopted.push(run_id);
  else if (childDied) tended.settled.push(run_id);
  else tended.relaunched.push(run_id);
}

/** A supervisor lives in its job's folder; without one this process ends the job. */
async function endWithoutFolder(room: JobRoom, row: JobRecord): Promise<boolean> {
  const me = self();
  const mine = await room.store.write((tx) => claimSupervisor(tx, row.run_id, supervisorOf(row), me));
  if (mine) await abandon(room, row, me, room.stop_grace_ms ?? STOP_GRACE_MS);
  return mine;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
