import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app-interface.js';
import type { ApprovalListing } from '../../runtimes/shown/approvals.js';

export interface OpenApprovals {
  /** What waits for an answer, oldest first. */
  waiting(): readonly ApprovalListing[];
  /** Answers one of them, by its id or, without one, the oldest; null where nothing waits. Throws what the app does. */
  answer(decision: 'approved' | 'denied', id: string | null): Promise<ApprovalListing | null>;
  /** Looks no more. What waits goes on waiting. */
  stop(): Promise<void>;
}

export interface ApprovalHooks {
  onAsked(asked: ApprovalListing): void;
  /** Answered elsewhere, or its time is over. */
  onGone(gone: ApprovalListing): void;
}

const LOOK_EVERY_MS = 300;

/** Watches for requests of agents that work for an Environment. */
export function openApprovals(app: App, environment: string, hooks: ApprovalHooks): OpenApprovals {
  const leaving = new AbortController();
  let open: readonly ApprovalListing[] = [];
  const answered = new Set<string>();

  const look = async (): Promise<void> => {
    const now = (await app.approvals.list()).filter((one) => one.environment === environment && !answered.has(one.id));
    const before = open;
    open = now;
    for (const one of now) if (!before.some(({ id }) => id === one.id)) hooks.onAsked(one);
    const gone = before.filter(({ id }) => !answered.has(id) && !now.some((one) => one.id === id));
    if (gone.length === 0) return;
    const all = await app.approvals.list('all');
    for (const one of gone) hooks.onGone(all.find(({ id }) => id === one.id) ?? one);
  };
  const watch = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      // A store that is busy for a moment is looked at again.
      await look().catch(() => {});
      await delay(LOOK_EVERY_MS, undefined, { signal: leaving.signal }).catch(() => {});
    }
  };
  const watching = watch();

  return {
    waiting: () => open,
    answer: async (decision, id) => {
      const which = id ?? open[0]?.id ?? null;
      if (which === null) return null;
      const row = decision === 'approved' ? await app.approvals.approve(which) : await app.approvals.deny(which);
      answered.add(which);
      open = open.filter((one) => one.id !== which);
      return row;
    },
    stop: async () => {
      leaving.abort();
      await watching;
    },
  };
}
