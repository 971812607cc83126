import type { Store } from '../../store/open.js';
import { newestSessions } from '../../store/sessions.js';

/** A session as lists and `--json` print it. */
export interface SessionListing {
  readonly runtime_id: string;
  readonly session_id: string;
  readonly agent_id: string;
  readonly channel_id: string;
  readonly work_dir: string;
  readonly created_at: string;
  readonly used_at: string;
  /** When it was last really continued; null: only recorded. */
  readonly verified_at: string | null;
  readonly last_invocation_id: string;
  readonly can_be_continued: boolean;
}

/** Last used first. */
export async function listSessions(store: Store, limit: number): Promise<SessionListing[]> {
  const rows = await store.read((tx) => newestSessions(tx, { limit }));
  return rows.map(({ conversation, ...row }) => ({ ...row, can_be_continued: conversation !== null }));
}
