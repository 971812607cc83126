import type { StopReport } from '../../processes/stop.js';
import type { RuntimeFailure } from '../failure.js';
import { notStarted } from './run.js';
import type { CommandLineSession } from './turn-session.js';

const NOTHING_STOPPED: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

/** A session that could not be started: every prompt fails with the reason. */
export function failedSession(error: RuntimeFailure): CommandLineSession {
  return {
    launched: Promise.resolve(null),
    ended: Promise.resolve({ kind: 'not_started', error }),
    send: () => notStarted(error),
    interrupt: () => Promise.resolve(NOTHING_STOPPED),
    detach: () => Promise.resolve(NOTHING_STOPPED),
    snapshot: () => ({ state: 'detached', sessionId: null, process: null, queued: 0 }),
  };
}
