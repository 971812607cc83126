import { type Begun, begin } from './begin.js';
import { type Conducted, conduct } from './conduct.js';
import type { ConversationEnvelope } from './conversation.js';
import type { InteractiveSession, OneShotRun, SessionSnapshot } from './driver.js';
import { approver, driverCall } from './driver-call.js';
import type { Approve, ConverseCall, Invocation, InvokeCall, LiveConversation, TurnOptions } from './invocation.js';
import { makeScratch, removeScratch } from './invocation-files.js';
import type { ContinuationPolicy } from './request.js';
import { type Route, route } from './router.js';
import { RuntimesClosedError } from './router-errors.js';

export interface ConversationParts {
  readonly stateDir: string;
  readonly approve: Approve;
  readonly routing: Parameters<typeof route>[0];
  /** Told of each invocation as it begins. */
  readonly begun: (invocation: Invocation) => void;
  /** Told when its process is there, and again when it is not: it has to be ended with the program. */
  readonly attached: (conversation: Conversation, isAttached: boolean) => void;
}

/** The process of a conversation, with the folder that lives as long as it does. */
interface Attached {
  readonly session: InteractiveSession;
  readonly first: Begun;
}

/** Turns with one back-end, one invocation each, one after the other. */
export class Conversation implements LiveConversation {
  readonly #call: ConverseCall;
  readonly #parts: ConversationParts;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #attached: Attached | null = null;
  #running: Invocation | null = null;
  /** What a further turn continues; null before a session was reported. */
  #known: { readonly sessionId: string; readonly envelope: ConversationEnvelope | null } | null = null;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(call: ConverseCall, parts: ConversationParts) {
    this.#call = call;
    this.#parts = parts;
  }

  send(prompt: string, options: TurnOptions = {}): Promise<Invocation> {
    this.#waiting += 1;
    const begun = this.#queue.then(() => {
      this.#waiting -= 1;
      return this.#turn(prompt, options);
    });
    // The next turn begins when nothing of this one is left to be recorded.
    this.#queue = begun.then((invocation) => invocation.gone).catch(() => {});
    this.#queue = this.#queue.then(() => this.#rest());
    return begun;
  }

  async interrupt(): ReturnType<LiveConversation['interrupt']> {
    return (await this.#running?.stop('cancelled')) ?? null;
  }

  async detach(): Promise<void> {
    const detached = this.#queue.then(() => this.#detachNow());
    this.#queue = detached.catch(() => {});
    await detached;
  }

  /** Stops the running turn, refuses those that wait, ends the process. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running?.stop('shutdown');
    await this.detach();
  }

  snapshot(): SessionSnapshot {
    const now = this.#attached?.session.snapshot();
    const sessionId = now?.sessionId ?? this.#known?.sessionId ?? null;
    const state = this.#running !== null ? 'busy' : (now?.state ?? 'detached');
    return { state, sessionId, process: now?.process ?? null, queued: this.#waiting };
  }

  async #turn(prompt: string, { signal, onEvent }: TurnOptions): Promise<Invocation> {
    if (this.#closed) throw new RuntimesClosedError();
    if (this.#idle !== null) clearTimeout(this.#idle);
    const routed = await this.#route();
    const call: InvokeCall = {
      ...this.#call,
      request: { ...routed.request, prompt, ...(signal === undefined ? {} : { signal }) },
      ...(onEvent === undefined ? {} : { onEvent }),
    };
    const begun = await begin(this.#parts.stateDir, routed.route, call);
    const conducted = this.#conduct(call, routed.route, begun);
    const invocation: Invocation = {
      id: begun.id,
      result: begun.recorder.result,
      gone: conducted.gone,
      stop: (reason) => conducted.stop(reason),
    };
    this.#running = invocation;
    void conducted.gone.then(() => {
      this.#running = null;
    });
    this.#parts.begun(invocation);
    return invocation;
  }

  /** What is known of the session is continued; where nothing is, what was asked for. */
  async #route(): Promise<{ readonly request: ConverseCall['request']; readonly route: Route }> {
    const asked = this.#call.request;
    if (this.#known === null) return { request: asked, route: await route(this.#parts.routing, asked) };
    const { envelope, sessionId } = this.#known;
    const driver = await this.#parts.routing.registry.driver(asked.runtimeId);
    const policies = driver?.surfaces[asked.surface]?.interactive ?? [];
    const order: readonly ContinuationPolicy[] = ['resume-required', 'resume-preferred'];
    const continuationPolicy = order.find((policy) => policies.includes(policy)) ?? 'resume-required';
    if (envelope !== null && policies.includes(continuationPolicy)) {
      const request = { ...asked, continuationPolicy, runtimeConversation: envelope };
      return { request, route: await route(this.#parts.routing, request) };
    }
    if (this.#attached === null) {
      // A session that cannot be continued is over with its process; a new one in its place would have forgotten everything.
      return {
        request: asked,
        route: await route(this.#parts.routing, { ...asked, continuationPolicy: 'resume-required' }),
      };
    }
    const routed = await route(this.#parts.routing, asked);
    return { request: asked, route: { ...routed, conversation: { sessionId, workDir: asked.workDir } } };
  }

  #conduct(call: InvokeCall, routed: Route, begun: Begun): Conducted {
    const { id, recorder, paths } = begun;
    const { limits, signal } = call.request;
    return conduct({
      recorder,
      limits,
      signal,
      start: (control) => {
        const approve = approver(this.#parts.approve, call, id, control);
        const isFirst = this.#attached === null;
        const attached = this.#attached ?? this.#attach(call, routed, begun, approve);
        const { session } = attached;
        const turn = session.send({ invocationId: id, prompt: call.request.prompt, approve });
        const launched = isFirst ? session.launched : Promise.resolve(session.snapshot().process);
        return { launched, ...turn, stop: (reason) => session.interrupt(reason) } satisfies OneShotRun;
      },
      cleanUp: async (exit) => {
        const { session, conversation } = recorder.session;
        if (session !== null) this.#known = { sessionId: session.id, envelope: conversation };
        if (this.#attached?.first.id !== id) await removeScratch(paths);
        if (exit.kind !== 'settled' || this.#attached?.session.snapshot().state === 'detached') await this.#detachNow();
      },
    });
  }

  #attach(
    call: InvokeCall,
    routed: Route,
    first: Begun,
    approve: Parameters<typeof driverCall>[2]['approve'],
  ): Attached {
    const parts = { id: first.id, scratchDir: makeScratch(first.paths), approve };
    const session = routed.driver.createInteractive?.(driverCall(call, routed, parts));
    if (session === undefined)
      throw new TypeError(`the driver of ${routed.driver.runtimeId} does not offer what it declares`);
    this.#attached = { session, first };
    this.#parts.attached(this, true);
    return this.#attached;
  }

  async #detachNow(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const attached = this.#attached;
    if (attached === null) return;
    this.#attached = null;
    await attached.session.detach();
    await removeScratch(attached.first.paths);
    this.#parts.attached(this, false);
  }

  /** After a turn: the process stays for a while. Whether it still is idle is looked at again when it is to be ended. */
  #rest(): void {
    if (this.#attached === null || this.#waiting > 0) return;
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#queue = this.#queue.then(async () => {
        const now = this.#attached?.session.snapshot();
        if (this.#waiting === 0 && now?.state === 'idle' && now.queued === 0) await this.#detachNow();
      });
    }, this.#call.idleDetachMs);
  }
}
