import type { StopReport } from '../../../processes/stop.js';
import type { DriverCall, OneShotRun } from '../../driver.js';
import { type AcpPlan, AcpSession } from './session.js';

/** One turn, and the agent is gone. */
export function acpOneTurn(call: DriverCall, plan: AcpPlan): OneShotRun {
  const session = new AcpSession(plan);
  const turn = session.send(call);
  let stopped: Promise<StopReport> | null = null;
  void turn.exit.then(() => session.detach());
  return {
    launched: session.launched,
    events: turn.events,
    exit: session.gone,
    stop: (reason) => {
      // The agent's own way first: it ends its tools, and its session stays whole.
      stopped ??= session.interrupt(reason).then(() => session.detach());
      return stopped;
    },
  };
}
