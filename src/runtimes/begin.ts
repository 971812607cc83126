import { randomUUID } from 'node:crypto';
import type { ResolvedChannel } from './channel.js';
import type { RuntimeEvent } from './events.js';
import {
  type InvocationPaths,
  invocationPaths,
  makeInvocationFiles,
  removeInvocationFiles,
} from './invocation-files.js';
import { Recorder } from './recorder.js';
import { createRedactor } from './redact/redact.js';
import type { Route, RoutedRequest } from './router.js';
import { InvocationWriteFailedError, SessionBusyError } from './router-errors.js';

export interface Begun {
  readonly id: string;
  readonly paths: InvocationPaths;
  readonly recorder: Recorder;
}

/** Stores a checked request as a pending invocation. Throws SessionBusyError, InvocationWriteFailedError; then nothing of it is left. */
export async function begin(
  stateDir: string,
  { ledger, driver, conversation }: Pick<Route, 'ledger' | 'driver' | 'conversation'>,
  call: {
    readonly request: RoutedRequest;
    readonly channel: ResolvedChannel;
    readonly agentRevision: number | null;
    readonly onEvent?: ((event: RuntimeEvent) => void) | undefined;
  },
): Promise<Begun> {
  const id = randomUUID();
  const paths = invocationPaths(stateDir, id);
  const { request, agentRevision } = call;
  const requestedSession = conversation?.sessionId ?? null;
  const beginning = { id, request, agentRevision, requestedSession, eventsPath: paths.events, at: new Date() };
  let log: Awaited<ReturnType<typeof makeInvocationFiles>> | null = null;
  try {
    log = await makeInvocationFiles(paths);
    await ledger.begin(beginning);
  } catch (cause) {
    await log?.close();
    await removeInvocationFiles(paths);
    throw cause instanceof SessionBusyError ? cause : new InvocationWriteFailedError({ cause });
  }
  const redactor = createRedactor(call.channel.secretValues);
  const publish = listener(call.onEvent);
  const recorder = new Recorder({ beginning, ledger, paths, log, redactor, codec: driver.codec ?? null, publish });
  return { id, paths, recorder };
}

/** One that throws, against its contract, hears no more; what it threw is shown and does not touch the record. */
function listener(onEvent: ((event: RuntimeEvent) => void) | undefined): (event: RuntimeEvent) => void {
  let heard = onEvent;
  return (event) => {
    try {
      heard?.(event);
    } catch (error) {
      heard = undefined;
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
