import type { RuntimeId } from '../../../src/runtimes/catalog.js';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';

/** What a back-end does in one situation: what its environment and its channel must be for a fake of it to do just that. */
export type Backend = (folder: string) => Promise<{
  readonly env?: Readonly<Record<string, string>>;
  readonly channel?: Partial<ResolvedChannel>;
}>;

/** One driver of the table: its fakes, and what they say. */
export interface DriverRow {
  readonly runtimeId: RuntimeId;
  readonly channel?: Partial<ResolvedChannel>;
  readonly model?: string;
  /** The session it reports; null where it reports none to a one-shot run. */
  readonly session: string | null;
  /** What else is needed to continue it. */
  readonly state?: Readonly<Record<string, string>>;
  /** Says "done" and succeeds, in a new session. */
  readonly well: Backend;
  /** Reports its session, where it has one, and fails. */
  readonly failing: Backend;
  /** Fails before it has reported the session that it was to continue; null where nothing can be continued. */
  readonly stale: Backend | null;
  /** Reports its session, where it has one while it works, and says nothing more. */
  readonly hanging: Backend;
  /** Whether `hanging` has reported the session by then. */
  readonly reportsWhileWorking: boolean;
}
