import type { StopReport } from '../../processes/stop.js';
import type { DriverCall, OneShotRun, RunExit } from '../driver.js';
import type { CommandLineSession } from './turn-session.js';

/** A session of one prompt as a one-shot run: where only the interactive protocol can do what the call needs. */
export function oneTurn(
  session: CommandLineSession,
  call: Pick<DriverCall, 'invocationId' | 'prompt' | 'approve'>,
): OneShotRun {
  const turn = session.send(call);
  let stopping: Promise<StopReport> | null = null;
  const settle = async (): Promise<RunExit> => {
    await turn.exit;
    await session.detach();
    return session.ended;
  };
  const stop = async (): Promise<StopReport> => {
    const interrupted = await session.interrupt('cancelled');
    const left = await session.detach();
    return interrupted.confirmed ? left : interrupted;
  };
  return {
    launched: session.launched,
    events: turn.events,
    exit: settle(),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
