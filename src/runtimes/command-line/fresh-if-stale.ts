import type { StopReport } from '../../processes/stop.js';
import type { DriverCall, OneShotRun, RunExit } from '../driver.js';
import type { RuntimeEvent } from '../events.js';

/** The code of a failure that says: the session to be continued is not there. Nothing was done then. */
export const SESSION_NOT_FOUND = 'SESSION_NOT_FOUND';

/**
 * Starts the run of a call. Where it would rather continue a session, and there is no such session, a new one is started once, since
 * nothing has happened yet. Any other failure is the run's own.
 */
export function freshIfStale(
  call: Pick<DriverCall, 'policy' | 'conversation'>,
  start: (conversation: DriverCall['conversation']) => OneShotRun,
): OneShotRun {
  const first = start(call.conversation);
  return call.policy === 'resume-preferred' && call.conversation !== null ? watched(first, () => start(null)) : first;
}

function watched(first: OneShotRun, startFresh: () => OneShotRun): OneShotRun {
  let current = first;
  let stopping: Promise<StopReport> | null = null;
  let listened = false;
  let settled: (exit: Promise<RunExit>) => void = () => {};
  const exit = new Promise<RunExit>((resolve) => {
    settled = resolve;
  });

  async function* events(): AsyncGenerator<RuntimeEvent, void> {
    listened = true;
    let reported = false;
    let again = false;
    try {
      for await (const event of first.events) {
        if (event.type === 'session') reported = true;
        again = isStale(event) && !reported && stopping === null;
        if (!again) yield event;
      }
      if (!again) return;
      await first.exit;
      // A stop may have come while the first one ended.
      if (stopping !== null) return;
      current = startFresh();
      yield { type: 'status', status: 'session_not_found', detail: 'a new session is started' };
      yield* current.events;
    } finally {
      settled(current.exit);
    }
  }

  return {
    launched: first.launched,
    events: events(),
    exit,
    stop: (reason) => {
      stopping ??= current.stop(reason);
      // Nobody will ever read that the first one was stale.
      if (!listened) settled(first.exit);
      return stopping;
    },
  };
}

function isStale(event: RuntimeEvent): boolean {
  return event.type === 'failed' && event.error.class === 'conversation' && event.error.code === SESSION_NOT_FOUND;
}
