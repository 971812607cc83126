import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app-interface.js';
import type { ApprovalListing } from '../../runtimes/shown/approvals.js';

export interface OpenApprovals {
  /** The one that was shown last and waits; the others wait behind it, unseen. */
  current(): ApprovalListing | null;
  /** Answers the one of that id, without one the current; null where nothing waits. Throws what the app does. */
  answer(decision: 'approved' | 'denied', id: string | null): Promise<ApprovalListing | null>;
  /** Looks no more. What waits goes on waiting. */
  stop(): Promise<void>;
}

export interface ApprovalHooks {
  /** It is its turn to be answered: one after the other, so that an answer is to what was shown last. */
  onAsked(asked: ApprovalListing): void;
  /** The one that was shown has been answered elsewhere, or its time is over. */
  onGone(gone: ApprovalListing): void;
}

const LOOK_EVERY_MS = 300;

/** Watches for requests of agents that work for an Environment. */
export function openApprovals(app: App, environment: string, hooks: ApprovalHooks): OpenApprovals {
  const leaving = new AbortController();
  let open: readonly ApprovalListing[] = [];
  const answered = new Set<string>();

  let current: ApprovalListing | null = null;

  const showNext = (): void => {
    if (current !== null) return;
    current = open[0] ?? null;
    if (current !== null) hooks.onAsked(current);
  };
  const look = async (): Promise<void> => {
    const waiting = await app.approvals.list();
    open = waiting.filter((one) => one.environment === environment && !answered.has(one.id));
    const shown = current;
    if (shown !== null && !open.some(({ id }) => id === shown.id)) {
      const ended = answered.has(shown.id) ? null : (await app.approvals.list('all')).find(({ id }) => id === shown.id);
      current = null;
      if (ended != null) hooks.onGone(ended);
    }
    showNext();
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
    current: () => current,
    answer: async (decision, id) => {
      const which = id ?? current?.id ?? null;
      if (which === null) return null;
      const row = decision === 'approved' ? await app.approvals.approve(which) : await app.approvals.deny(which);
      answered.add(which);
      open = open.filter((one) => one.id !== which);
      if (current?.id === which) current = null;
      return row;
    },
    stop: async () => {
      leaving.abort();
      await watching;
    },
  };
}
