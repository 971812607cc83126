import { constants } from 'node:os';
import { faultPoint } from '../../faults/fault-point.js';
import { isAlive, type ProcessId, sameBoot } from '../../processes/identity.js';
import type { Exit } from '../../processes/process.js';
import { type JobPatch, updateJob } from '../../store/jobs.js';
import type { Fate } from '../decide.js';
import { type AttemptEnd, directoryOf, endAttempt } from '../end-attempt.js';
import { persist } from '../persist.js';
import { childOf } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';
import type { SupervisorBench } from './bench.js';
import { exitedBefore, hasStarted, readExitCode, shimCouldNotStartIt } from './exit-file.js';
import { followChild } from './follow-child.js';
import { passSlotOn } from './pass-slot-on.js';
import { type RunningChild, startChild } from './start-child.js';
import { stopChild, stopLeftovers } from './stop-child.js';
import { waitForSlot } from './wait-for-slot.js';

/** The life of a claimed job, from wherever its last supervisor left it to its end. */
export async function supervise(bench: SupervisorBench, claimed: JobRecord): Promise<void> {
  let end = await resume(bench, claimed);
  while (end === 'again') end = await runAttempt(bench);
  await passSlotOn(bench, claimed.host, bench.command.max_jobs);
}

/** What was found: nothing started yet, a live child to adopt, or a dead one to settle. */
async function resume(bench: SupervisorBench, row: JobRecord): Promise<AttemptEnd> {
  const child = childOf(row);
  if (child === null) return row.status === 'running' ? start(bench, row) : runAttempt(bench);
  if (isAlive(child)) return follow(bench, row, { id: child, exit: null });
  return settleDead(bench, row, child);
}

async function runAttempt(bench: SupervisorBench): Promise<AttemptEnd> {
  const slot = await waitForSlot(bench);
  if (slot.got === 'superseded') return 'superseded';
  if (slot.got === 'cancelled') return finish(bench, slot.row, { kind: 'stopped', why: 'cancelled' }, {});
  return start(bench, slot.row);
}

/** The job has its slot. */
async function start(bench: SupervisorBench, row: JobRecord): Promise<AttemptEnd> {
  faultPoint('supervisor.slot-taken');
  const started = await startChild(bench, row);
  if (started.got === 'superseded') return 'superseded';
  if (started.got === 'no-folder') return finish(bench, row, { kind: 'stopped', why: 'workspace_missing' }, {});
  if (started.got === 'not-started') return finish(bench, row, { kind: 'launch_failed' }, {});
  return follow(bench, started.row, started.child);
}

async function follow(bench: SupervisorBench, row: JobRecord, child: RunningChild): Promise<AttemptEnd> {
  const followed = await followChild(bench, row, child);
  if (followed.end === 'superseded') return 'superseded';
  const { progress } = followed;
  if (followed.end === 'exited') {
    faultPoint('supervisor.exited');
    const left = await stopLeftovers(bench, row, child.id);
    const confirmed = left.stopped === 0 ? {} : { stop_confirmed: left.confirmed ? 1 : 0 };
    return finish(bench, row, fateOf(bench, row, followed.exit), { progress, ...confirmed });
  }
  const { why } = followed;
  // The intent comes first: whoever finds this job dead then knows why.
  if (why !== 'cancelled')
    await persist(() => bench.store.write((tx) => updateJob(tx, row.run_id, { reason: why })), bench.log);
  const { stop_grace_ms: grace_ms, ask_first_ms } = bench.command;
  const stop = await stopChild(bench, row, child.id, why, { grace_ms, ask_first_ms });
  if (why === 'cancelled') faultPoint('cancel.stopped');
  // It was quicker: what ended by itself was not stopped.
  if (stop.stopped === 0 && why !== 'workspace_missing') {
    return finish(bench, row, fateOf(bench, row, (await child.exit) ?? null), { progress });
  }
  const code = readExitCode(directoryOf(bench, row));
  return finish(
    bench,
    row,
    { kind: 'stopped', why },
    { progress, exit_code: code, stop_confirmed: stop.confirmed ? 1 : 0 },
    why,
  );
}

/** The last supervisor and the workflow are both gone: what they left behind tells how it ended. */
async function settleDead(bench: SupervisorBench, row: JobRecord, child: ProcessId): Promise<AttemptEnd> {
  const directory = directoryOf(bench, row);
  const left = await stopLeftovers(bench, row, child);
  const neverRan = !hasStarted(directory) && readExitCode(directory) === null && sameBoot(child, bench.me);
  if (neverRan && row.cancel_requested_at === null) {
    await persist(
      () =>
        bench.store.write((tx) =>
          updateJob(tx, row.run_id, {
            status: 'queued',
            pid: null,
            pid_started_at: null,
            started_at: null,
            due_at: null,
          }),
        ),
      bench.log,
    );
    return 'again';
  }
  const confirmed = left.stopped === 0 ? {} : { stop_confirmed: left.confirmed ? 1 : 0 };
  return finish(bench, row, intendedFate(row, directory) ?? fateOf(bench, row, null), confirmed);
}

/** The stop that a dead supervisor had begun, as it stored it. */
function intendedFate(row: JobRecord, directory: string): Fate | null {
  const { reason, cancel_requested_at } = row;
  if (cancel_requested_at !== null && !exitedBefore(directory, cancel_requested_at))
    return { kind: 'stopped', why: 'cancelled' };
  const begun =
    reason === 'wall_limit' || reason === 'idle_limit' || reason === 'output_limit' || reason === 'workspace_missing';
  return begun ? { kind: 'stopped', why: reason } : null;
}

function fateOf(bench: SupervisorBench, row: JobRecord, exit: Exit | null): Fate {
  const directory = directoryOf(bench, row);
  const code = readExitCode(directory);
  if (code !== null && shimCouldNotStartIt(directory, code)) return { kind: 'launch_failed' };
  if (code !== null) return { kind: 'exited', code, signal: signalOfShell(code) };
  if (exit?.signal != null) return { kind: 'exited', code: null, signal: exit.signal };
  if (exit !== null && !hasStarted(directory)) return { kind: 'launch_failed' };
  return exit?.code != null ? { kind: 'exited', code: exit.code, signal: null } : { kind: 'lost' };
}

/** A shell reports death by signal n as 128 + n. */
function signalOfShell(code: number): string | null {
  if (code <= 128) return null;
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0] ?? null;
}

async function finish(
  bench: SupervisorBench,
  row: JobRecord,
  fate: Fate,
  details: JobPatch,
  why?: string,
): Promise<AttemptEnd> {
  const ended = fate.kind === 'exited' ? { exit_code: fate.code, signal: fate.signal } : {};
  const cancelled = why === 'cancelled' || row.cancel_requested_at !== null;
  return endAttempt(bench, row, bench.command, fate, bench.me, { ...ended, ...details }, cancelled);
}
