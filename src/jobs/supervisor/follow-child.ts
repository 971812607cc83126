import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../processes/identity.js';
import type { Exit } from '../../processes/process.js';
import { EXIT_FILE } from '../../processes/shim.js';
import type { StopReason } from '../decide.js';
import { directoryOf } from '../end-attempt.js';
import { EventsFile } from '../events-file.js';
import { JOB_FILES, jobDirectory } from '../files.js';
import type { JobRecord } from '../room.js';
import { waiterOn } from '../wake.js';
import type { SupervisorBench } from './bench.js';
import { LimitClock, type Moment } from './limit-clock.js';
import { RowKeeper } from './row-keeper.js';
import type { RunningChild } from './start-child.js';

export type Followed =
  /** It ended. `exit` is null for an adopted one. */
  | { end: 'exited'; exit: Exit | null; progress: string | null }
  /** It has to be ended. */
  | { end: 'stop'; why: StopReason; progress: string | null }
  /** Another supervisor has it. */
  | { end: 'superseded' };

const LOOK_EVERY_MS = 200;
/** Of an adopted workflow nobody tells the end. */
const ADOPTED_LOOK_EVERY_MS = 50;

/** Watches a running workflow until it ends or must be ended. */
export async function followChild(bench: SupervisorBench, row: JobRecord, child: RunningChild): Promise<Followed> {
  const directory = directoryOf(bench, row);
  const mailbox = jobDirectory(bench.jobs_dir, row.run_id);
  const inode = inodeOf(directory);
  const due = row.due_at === null ? bench.now().getTime() + bench.command.limits.wall_ms : Date.parse(row.due_at);
  const clock = new LimitClock(bench.command.limits, moment(bench), due);
  const events = new EventsFile(join(directory, JOB_FILES.events));
  const keeper = new RowKeeper(bench, row);
  const exit = settledValue(child.exit);
  const folders = mailbox === directory ? [mailbox] : [mailbox, directory];
  const waiter = waiterOn(folders, [JOB_FILES.cancel, EXIT_FILE], child.exit ?? undefined);
  const longest = child.exit === null ? ADOPTED_LOOK_EVERY_MS : LOOK_EVERY_MS;

  const progress = (): string | null => {
    events.look(bench.now(), { final: true });
    return events.progress === null ? row.progress : JSON.stringify(events.progress);
  };

  try {
    for (;;) {
      const ended = child.exit === null ? !isAlive(child.id) : exit() !== null;
      if (ended) return { end: 'exited', exit: exit(), progress: progress() };
      if (inode === null || inodeOf(directory) !== inode)
        return { end: 'stop', why: 'workspace_missing', progress: progress() };
      const passed = clock.check(moment(bench), outputBytes(directory));
      if (passed !== null) return { end: 'stop', why: passed, progress: progress() };

      if (events.look(bench.now(), { final: false })) keeper.note({ progress: JSON.stringify(events.progress) });
      const moved = clock.movedDue(moment(bench));
      if (moved !== null) keeper.note({ due_at: moved.toISOString() });
      const news = await keeper.look(exists(join(mailbox, JOB_FILES.cancel)));
      if (news === 'superseded') return { end: 'superseded' };
      if (news === 'cancelled') return { end: 'stop', why: 'cancelled', progress: progress() };
      await waiter.wait(clock.restMs(longest));
    }
  } finally {
    waiter.close();
    await keeper.close();
  }
}

/** Asks a promise without waiting for it. */
function settledValue<T>(promise: Promise<T> | null): () => T | null {
  let value: T | null = null;
  void promise?.then((settled) => {
    value = settled;
  });
  return () => value;
}

function moment(bench: SupervisorBench): Moment {
  return { monotonic: performance.now(), wall: bench.now().getTime() };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
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
