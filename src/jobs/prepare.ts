import type { Tx } from '../store/tx.js';
import type { JobOrder, JobRoom, PreparedJob } from './room.js';

/** The job's folder with input.json and command.json, before any row. */
export function prepareJob(_room: JobRoom, _order: JobOrder): Promise<PreparedJob> {
  throw new Error('being written');
}
/** Removes the folder of a job that was never stored. */
export function discardPrepared(_room: JobRoom, _prepared: PreparedJob): Promise<void> {
  throw new Error('being written');
}
/** The intent: the row, `queued`. Called inside the round's transaction. */
export function storeJob(
  _tx: Tx,
  _prepared: PreparedJob,
  _key: { round_id: number; task_id: number },
  _now: Date,
): Promise<void> {
  throw new Error('being written');
}
