import { begin } from './begin.js';
import { conduct } from './conduct.js';
import type { RunExit } from './driver.js';
import { approver, driverCall, startOneShot } from './driver-call.js';
import type { Approve, ConverseCall, Invocation, InvokeCall, LiveConversation } from './invocation.js';
import { makeScratch, removeScratch } from './invocation-files.js';
import type { Ledger } from './ledger.js';
import { Conversation } from './live-conversation.js';
import type { Registry } from './registry.js';
import { route } from './router.js';
import { RuntimesClosedError } from './router-errors.js';
import { checkLimits } from './watchdog.js';

export interface RuntimesOptions {
  readonly registry: Registry;
  /** `storeLedger(store)`. Null: nothing can be recorded, and so nothing is started. */
  readonly ledger: Ledger | null;
  /** Where the files of invocations lie: an absolute path. */
  readonly stateDir: string;
  /** Default: everything is denied. */
  readonly approve?: Approve;
}

export interface Runtimes {
  readonly registry: Registry;
  /**
   * One run of a back-end; an interactive one is a conversation of one turn. Rejects with the errors of router-errors.ts before anything
   * is started; after that nothing is thrown.
   */
  invoke(call: InvokeCall): Promise<Invocation>;
  /** Checks the request at once; the back-end is started by the first turn. */
  converse(call: ConverseCall): Promise<LiveConversation>;
  /** Stops all that runs and refuses new starts. Resolves when everything is gone. More than once is once. */
  shutdown(): Promise<void>;
}

export function createRuntimes({ registry, ledger, stateDir, approve = deny }: RuntimesOptions): Runtimes {
  const running = new Set<Invocation>();
  const conversations = new Set<Conversation>();
  const starting = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  const begun = (invocation: Invocation): void => {
    running.add(invocation);
    void invocation.gone.then(() => running.delete(invocation));
  };

  /** What is begun when the program ends is seen by its end. */
  async function beginning<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== null) throw new RuntimesClosedError();
    const started = work();
    starting.add(started);
    try {
      return await started;
    } finally {
      starting.delete(started);
    }
  }

  async function converse(call: ConverseCall): Promise<Conversation> {
    if (closing !== null) throw new RuntimesClosedError();
    checkCall(call);
    await route({ ledger, registry }, call.request);
    const attached = (one: Conversation, isAttached: boolean): void => {
      if (isAttached) conversations.add(one);
      else conversations.delete(one);
    };
    return new Conversation(call, { stateDir, approve, routing: { ledger, registry }, begun, attached });
  }

  async function oneShot(call: InvokeCall): Promise<Invocation> {
    const routed = await route({ ledger, registry }, call.request);
    const { id, paths, recorder } = await begin(stateDir, routed, call);
    const { limits, signal } = call.request;
    const { stop, gone } = conduct({
      recorder,
      limits,
      signal,
      start(control) {
        const parts = { id, scratchDir: makeScratch(paths), approve: approver(approve, call, id, control) };
        return startOneShot(routed.driver, driverCall(call, routed, parts));
      },
      cleanUp: () => removeScratch(paths),
    });
    const invocation = { id, result: recorder.result, gone, stop };
    begun(invocation);
    return invocation;
  }

  async function oneTurn({ request, onEvent, ...call }: InvokeCall): Promise<Invocation> {
    const { prompt, signal, ...asked } = request;
    const conversation = await converse({ ...call, request: asked, idleDetachMs: asked.limits.idleMs });
    const options = { ...(signal === undefined ? {} : { signal }), ...(onEvent === undefined ? {} : { onEvent }) };
    const invocation = await conversation.send(prompt, options);
    const gone = invocation.gone.then(async (exit): Promise<RunExit> => {
      await conversation.detach();
      return exit;
    });
    return { ...invocation, gone };
  }

  async function shutdown(): Promise<void> {
    await Promise.allSettled(starting);
    const stopping = [...running].map(async (invocation) => {
      await invocation.stop('shutdown');
      await invocation.gone;
    });
    await Promise.all([...stopping, ...[...conversations].map((one) => one.close())]);
    await Promise.all(registry.loaded().map((driver) => driver.shutdown()));
  }

  return {
    registry,
    invoke: (call) =>
      beginning(async () => {
        checkCall(call);
        return call.request.executionMode === 'interactive' ? oneTurn(call) : oneShot(call);
      }),
    converse: (call) => beginning(() => converse(call)),
    shutdown: () => {
      closing ??= shutdown();
      return closing;
    },
  };
}

const deny: Approve = async () => 'denied';

/** A caller that hands in another channel than it asks for has a defect: nothing may be run with the wrong one. */
function checkCall({ channel, request }: Pick<ConverseCall, 'channel' | 'request'>): void {
  checkLimits(request.limits);
  if (channel.id === request.channelId && channel.runtimeId === request.runtimeId) return;
  throw new TypeError(
    `channel ${channel.id} of ${channel.runtimeId} is not ${request.channelId} of ${request.runtimeId}`,
  );
}
