import { findJob, type JobPatch, updateJob } from '../../store/jobs.js';
import { isSupervisedBy } from '../record-dispatch.js';
import type { JobRecord } from '../room.js';
import { isLive } from '../status.js';
import type { SupervisorBench } from './bench.js';

/** The row is read, and written, at most this often. */
const EVERY_MS = 1_000;

export type RowNews = 'nothing' | 'cancelled' | 'superseded';

/** Keeps a running job's row up to date, and hears from it what others want. A store that is busy or gone for a while delays only this. */
export class RowKeeper {
  private pending: JobPatch = {};
  private writing: Promise<void> | null = null;
  private lookedAt = performance.now();

  constructor(
    private readonly bench: SupervisorBench,
    private readonly row: JobRecord,
  ) {}

  /** To be written at the next look. */
  note(patch: JobPatch): void {
    this.pending = { ...this.pending, ...patch };
  }

  /** `urgent`: look now. */
  async look(urgent: boolean): Promise<RowNews> {
    if (!urgent && performance.now() - this.lookedAt < EVERY_MS) return 'nothing';
    this.lookedAt = performance.now();
    let current: JobRecord | null;
    try {
      current = await this.bench.store.read((tx) => findJob(tx, this.row.run_id));
    } catch (error) {
      this.bench.log((error as Error).message);
      return 'nothing';
    }
    const ours = current !== null && isLive(current.status) && current.attempt === this.row.attempt;
    if (current === null || !ours || !isSupervisedBy(current, this.bench.me)) return 'superseded';
    if (current.cancel_requested_at !== null) return 'cancelled';
    if (this.writing === null && Object.keys(this.pending).length > 0) {
      const patch = this.pending;
      this.pending = {};
      this.writing = this.write(patch);
    }
    return 'nothing';
  }

  /** Waits for a write under way: none may come after the row's end. */
  async close(): Promise<void> {
    await this.writing;
  }

  private async write(patch: JobPatch): Promise<void> {
    try {
      await this.bench.store.write((tx) => updateJob(tx, this.row.run_id, patch));
    } catch (error) {
      this.bench.log((error as Error).message);
      this.pending = { ...patch, ...this.pending };
    } finally {
      this.writing = null;
    }
  }
}
