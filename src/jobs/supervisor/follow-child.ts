import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../processes/identity.js';
import type { Exit } from '../../processes/process.js';
import { EXIT_FILE } from '../../processes/shim.js';
import { findJob, updateJob } from '../../store/jobs.js';
import type { StopReason } from '../decide.js';
import { directoryOf } from '../end-attempt.js';
import { EventsFile } from '../events-file.js';
import { JOB_FILES, jobDirectory } from '../files.js';
import { isSupervisedBy } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';
import { isLive } from '../status.js';
import { waiterOn } from '../wake.js';
import type { SupervisorBench } from './bench.js';
import { LimitClock, type Moment } from './limit-clock.js';
import type { RunningChild } from './start-child.js';

export type Followed =
  /** It ended. `exit` is null for an adopted one. */
  | { end: 'exited'; exit: Exit | null; progress: string | null }
  /** It has to be ended. */
  | { end: 'stop'; why: StopReason; progress: string | null }
  /** Another supervisor has it. */
  | { end: 'superseded' };

const LOOK_EVERY_MS = 200;
const ADOPTED_LOOK_EVERY_MS = 50;
/** The row is read, and progress stored, at most this often. */
const ROW_EVERY_MS = 1_000;

/** Watches a running workflow until it ends or must be ended. */
export async function followChild(bench: SupervisorBench, row: JobRecord, child: RunningChild): Promise<Followed> {
  const directory = directoryOf(bench, row);
  const mailbox = jobDirectory(bench.jobs_dir, row.run_id);
  const inode = inodeOf(directory);
  const due = row.due_at === null ? bench.now().getTime() + bench.command.limits.wall_ms : Date.parse(row.due_at);
  const clock = new LimitClock(bench.command.limits, moment(bench), due);
  const events = new EventsFile(join(directory, JOB_FILES.events));
  const waiter = waiterOn(mailbox === directory ? [mailbox] : [mailbox, directory], [JOB_FILES.cancel, EXIT_FILE]);
  let exit: Exit | null = null;
  void child.exit?.then((ended) => {
    exit = ended;
  });
  let rowAt = performance.now();
  let unsaved = false;

  const progress = (final: boolean): string | null => {
    events.look(bench.now(), { final });
    return events.progress === null ? row.progress : JSON.stringify(events.progress);
  };

  try {
    for (;;) {
      if (exit !== null || (child.exit === null && !isAlive(child.id))) {
        return { end: 'exited', exit, progress: progress(true) };
      }
      if (inodeOf(directory) !== inode || inode === null)
        return { end: 'stop', why: 'workspace_missing', progress: progress(true) };
      const passed = clock.check(moment(bench), outputBytes(directory));
      if (passed !== null) return { end: 'stop', why: passed, progress: progress(true) };
      unsaved = events.look(bench.now(), { final: false }) || unsaved;

      const cancelled = statSync(join(mailbox, JOB_FILES.cancel), { throwIfNoEntry: false }) !== undefined;
      if (cancelled || performance.now() - rowAt >= ROW_EVERY_MS) {
        rowAt = performance.now();
        const current = await bench.store.read((tx) => findJob(tx, row.run_id)).catch(() => undefined);
        if (current !== undefined) {
          const ours = current !== null && isLive(current.status) && current.attempt === row.attempt;
          if (!ours || !isSupervisedBy(current, bench.me)) return { end: 'superseded' };
          if (current.cancel_requested_at !== null) return { end: 'stop', why: 'cancelled', progress: progress(true) };
          const moved = clock.movedDue(moment(bench));
          if (unsaved || moved !== null) unsaved = !(await save(bench, events, moved));
        }
      }
      await waiter.wait(
        clock.restMs(child.exit === null ? ADOPTED_LOOK_EVERY_MS : LOOK_EVERY_MS),
        child.exit ?? undefined,
      );
    }
  } finally {
    waiter.close();
  }
}

/** False when it could not be stored now: it is tried again. */
async function save(bench: SupervisorBench, events: EventsFile, moved: Date | null): Promise<boolean> {
  const patch = {
    ...(events.progress === null ? {} : { progress: JSON.stringify(events.progress) }),
    ...(moved === null ? {} : { due_at: moved.toISOString() }),
  };
  try {
    await bench.store.write((tx) => updateJob(tx, bench.run_id, patch));
    return true;
  } catch (error) {
    bench.log((error as Error).message);
    return false;
  }
}

function moment(bench: SupervisorBench): Moment {
  return { monotonic: performance.now(), wall: bench.now().getTime() };
}

function outputBytes(directory: string): number {
  let bytes = 0;
  for (const name of [JOB_FILES.stdout, JOB_FILES.stderr, JOB_FILES.events]) {
    bytes += statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** Tells a folder that was deleted and made again from the one that was there. */
function inodeOf(directory: string): number | null {
  return statSync(directory, { throwIfNoEntry: false })?.ino ?? null;
}
