import type { StopReport } from '../../processes/stop.js';
import { notStarted } from '../command-line/run.js';
import type { InteractiveSession } from '../driver.js';
import type { RuntimeFailure } from '../failure.js';

const NOTHING: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

/** A session that could not be started: each of its turns says why. */
export function failedSession(failure: RuntimeFailure): InteractiveSession {
  return {
    launched: Promise.resolve(null),
    send: () => {
      const { events, exit } = notStarted(failure);
      return { events, exit };
    },
    interrupt: () => Promise.resolve(NOTHING),
    detach: () => Promise.resolve(NOTHING),
    snapshot: () => ({ state: 'detached', sessionId: null, process: null, queued: 0 }),
  };
}
