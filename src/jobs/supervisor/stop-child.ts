import { askToEnd } from '../../processes/ask-to-end.js';
import type { ProcessId } from '../../processes/identity.js';
import { type StopReport, stopTree } from '../../processes/stop.js';
import type { Tree } from '../../processes/tree.js';
import { appendTrack } from '../../store/track.js';
import { RUN_ID, SUPERVISOR_MARK } from '../child-env.js';
import { directoryOf } from '../end-attempt.js';
import { persist } from '../persist.js';
import type { JobBench, JobRecord } from '../room.js';

/** What was still running after the workflow itself had ended gets less time. */
const LEFTOVER_GRACE_MS = 1_000;

export interface ChildStop extends StopReport {
  why: string;
}

/** Ends everything that belongs to the job, and puts on record how that went. */
export async function stopChild(
  bench: JobBench,
  row: JobRecord,
  child: ProcessId,
  why: string,
  { grace_ms, ask_first_ms }: { grace_ms: number; ask_first_ms: number },
): Promise<ChildStop> {
  const asked = ask_first_ms > 0 ? await askToEnd(child, ask_first_ms) : 0;
  const rest = await stopTree(treeOf(bench, row, child), { grace_ms });
  const report = { ...rest, stopped: rest.stopped + asked };
  if (report.stopped > 0) await record(bench, row, why, report);
  return { ...report, why };
}

/** Ends what a workflow that has ended by itself left behind. */
export function stopLeftovers(bench: JobBench, row: JobRecord, child: ProcessId): Promise<ChildStop> {
  return stopChild(bench, row, child, 'leftovers', { grace_ms: LEFTOVER_GRACE_MS, ask_first_ms: 0 });
}

function treeOf(bench: JobBench, row: JobRecord, child: ProcessId): Tree {
  return {
    root: child,
    mark: { name: RUN_ID, value: row.run_id },
    directory: directoryOf(bench, row),
    foreign_mark: SUPERVISOR_MARK,
  };
}

async function record(bench: JobBench, row: JobRecord, why: string, report: StopReport): Promise<void> {
  const event = { agent: 'runtime', event: 'process_stopped', run_id: row.run_id, reason: why, return: { ...report } };
  await persist(() => bench.store.write((tx) => appendTrack(tx, row, event, bench.now())));
}
