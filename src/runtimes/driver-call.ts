import type { StopReport } from '../processes/stop.js';
import type { RunControl } from './conduct.js';
import type { ApprovalRequest, DriverCall, OneShotRun, RuntimeDriver } from './driver.js';
import type { RuntimeEvent } from './events.js';
import type { Approve, InvokeCall } from './invocation.js';
import type { Route } from './router.js';

/** What a driver is called with, for an invocation that is on record. */
export function driverCall(
  call: Pick<InvokeCall, 'channel' | 'env'> & { readonly request: InvokeCall['request'] },
  { conversation }: Pick<Route, 'conversation'>,
  parts: { readonly id: string; readonly scratchDir: string; readonly approve: DriverCall['approve'] },
): DriverCall {
  const { request, channel, env } = call;
  const { surface, continuationPolicy, model, reasoningEffort, prompt, workDir, developerInstructions } = request;
  return {
    ...{ channel, surface, conversation, prompt, workDir, env },
    invocationId: parts.id,
    policy: continuationPolicy,
    model: model ?? null,
    reasoningEffort: reasoningEffort ?? null,
    developerInstructions: developerInstructions ?? null,
    scratchDir: parts.scratchDir,
    approve: parts.approve,
  };
}

/** Asks, as long as the run is not to end; while it waits the back-end is not silent. */
export function approver(
  approve: Approve,
  { request, channel }: Pick<InvokeCall, 'request' | 'channel'>,
  invocationId: string,
  { stopping, hold }: RunControl,
): DriverCall['approve'] {
  const runId = request.invocation.ownerReference?.run_id ?? null;
  const context = { invocationId, runId, channel, workDir: request.workDir, signal: stopping };
  return async (asked: ApprovalRequest) => {
    const release = hold();
    const answered = new AbortController();
    const stopped = new Promise<'denied'>((resolve) => {
      stopping.addEventListener('abort', () => resolve('denied'), { signal: answered.signal });
    });
    try {
      if (stopping.aborted) return 'denied';
      return await Promise.race([approve(context, asked), stopped]);
    } catch {
      // What cannot be asked is denied; who asks is told no more than that.
      return 'denied';
    } finally {
      answered.abort();
      release();
    }
  };
}

/** The method of a driver that serves a one-shot request: its declaration was checked when it was registered. */
export function startOneShot(driver: RuntimeDriver, call: DriverCall): OneShotRun {
  if (call.surface === 'cleanup') return deletion(driver, call);
  const run = call.surface === 'channel-test' ? driver.testChannel?.(call) : driver.createOneShot?.(call);
  if (run === undefined) throw new TypeError(`the driver of ${driver.runtimeId} does not offer what it declares`);
  return run;
}

/** Deleting a session as a run: it cannot be interrupted, and ends by itself. */
function deletion(
  driver: RuntimeDriver,
  { conversation, invocationId, channel, scratchDir, env }: DriverCall,
): OneShotRun {
  if (conversation === null || driver.deleteSession === undefined) {
    throw new TypeError(`the driver of ${driver.runtimeId} cannot delete a session that is not named`);
  }
  const deleting = driver.deleteSession({ invocationId, channel, conversation, scratchDir, env });
  const ended = deleting.then(
    (error): RuntimeEvent => (error === null ? { type: 'completed', content: '' } : { type: 'failed', error }),
    (error: unknown): RuntimeEvent => ({
      type: 'failed',
      error: { code: 'DRIVER_FAILED', class: 'cleanup', message: String(error) },
    }),
  );
  const report = async (): Promise<StopReport> => {
    await ended;
    return { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };
  };
  return {
    launched: Promise.resolve(null),
    events: (async function* () {
      yield await ended;
    })(),
    exit: ended.then(() => ({ kind: 'settled' })),
    stop: report,
  };
}
