import type { ChildEnd } from '../../../processes/supervised/child.js';
import { JsonRpcLines, METHOD_NOT_FOUND, RpcError } from '../../command-line/json-rpc.js';
import { failed, type Line, rawLine } from '../../command-line/line-mapper.js';
import { withInstructions } from '../../command-line/prompt.js';
import type { Peer, TurnProtocol } from '../../command-line/turn-protocol.js';
import type { TurnCall } from '../../driver.js';
import type { RuntimeEvent } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { at } from '../json-fields.js';
import { type Agent, openSession, type SessionWanted } from './open-session.js';
import { answerOf, decidedBy, readPermissionRequest } from './permission.js';
import { TurnMapper } from './updates.js';

export interface AcpWanted extends SessionWanted {
  /** Said before the first prompt. */
  readonly developerInstructions: string | null;
  /** What else is needed to continue the session, told with its id. */
  readonly state?: Readonly<Record<string, string>>;
}

interface RunningTurn {
  readonly call: TurnCall;
  readonly emit: (event: RuntimeEvent) => void;
  readonly mapper: TurnMapper;
  readonly cancelled: AbortController;
}

/** Of what is said before the first turn, no more is kept. */
const MOST_EARLY = 100;

/** The Agent Client Protocol, over the pipes of one agent: one session, one prompt at a time. */
export class AcpProtocol implements TurnProtocol {
  readonly #wanted: AcpWanted;
  #rpc: JsonRpcLines | null = null;
  #sessionId: string | null = null;
  #turn: RunningTurn | null = null;
  #prompted = 0;
  #asked = 0;
  /** What happened before the first turn. */
  #early: RuntimeEvent[] = [];
  /** Why the session, though it is there, is not what was wanted. */
  #unfit: RuntimeFailure | null = null;

  constructor(wanted: AcpWanted) {
    this.#wanted = wanted;
  }

  get sessionId(): string | null {
    return this.#sessionId;
  }

  async open(peer: Peer): Promise<RuntimeFailure | null> {
    const rpc = new JsonRpcLines((line) => peer.write(line), {
      notification: (method, params) => this.#notified(method, params),
      request: (method, params) => this.#requested(method, params),
    });
    this.#rpc = rpc;
    const opened = await openSession(agentOf(rpc), this.#wanted);
    this.#early.push(...opened.events);
    this.#sessionId = opened.sessionId;
    if (opened.sessionId === null) return opened.failure;
    this.#unfit = opened.failure;
    return null;
  }

  line(line: Line): void {
    if ('json' in line && this.#rpc?.receive(line.json) === true) return;
    const event = rawLine(line);
    if (this.#turn !== null) this.#turn.emit(event);
    else if (this.#early.length < MOST_EARLY) this.#early.push(event);
  }

  begin(call: TurnCall, emit: (event: RuntimeEvent) => void): void {
    const turn: RunningTurn = { call, emit, mapper: new TurnMapper(), cancelled: new AbortController() };
    const { state } = this.#wanted;
    const sessionId = this.#sessionId;
    // It went away meanwhile: how, its end says.
    if (sessionId === null) return;
    emit({ type: 'session', sessionId, ...(state === undefined ? {} : { state }) });
    for (const event of this.#early.splice(0)) emit(event);
    if (this.#unfit !== null) emit(failed(this.#unfit));
    else void this.#prompt(turn, sessionId);
  }

  interrupt(): void {
    if (this.#turn === null) return;
    this.#turn.cancelled.abort();
    this.#rpc?.notify('session/cancel', { sessionId: this.#sessionId });
  }

  ended(_end: ChildEnd): null {
    this.#rpc?.close(new Error('the agent has ended'));
    return null;
  }

  async #prompt(turn: RunningTurn, sessionId: string): Promise<void> {
    if (this.#rpc === null) return;
    const instructions = this.#prompted === 0 ? this.#wanted.developerInstructions : null;
    this.#prompted += 1;
    this.#turn = turn;
    const text = withInstructions(turn.call.prompt, instructions);
    const answer = await agentOf(this.#rpc)('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    this.#turn = null;
    // The end of the process says what happened then.
    if (answer === null) return;
    const events = 'error' in answer ? turn.mapper.refused(answer.error) : turn.mapper.ended(answer.result);
    for (const event of events) turn.emit(event);
  }

  /** What comes outside of a turn is what a loaded session held before, or nothing that happened. */
  #notified(method: string, params: unknown): void {
    const turn = this.#turn;
    if (method !== 'session/update' || turn === null || at(params, 'sessionId') !== this.#sessionId) return;
    for (const event of turn.mapper.update(at(params, 'update'))) turn.emit(event);
  }

  async #requested(method: string, params: unknown): Promise<unknown> {
    if (method !== 'session/request_permission') {
      throw new RpcError(METHOD_NOT_FOUND, `not supported by this client: ${method}`);
    }
    this.#asked += 1;
    const { permissions, workDir } = this.#wanted;
    const asked = readPermissionRequest(`permission-${this.#asked}`, params, workDir);
    const turn = this.#turn;
    const session = at(params, 'sessionId') ?? this.#sessionId;
    if (turn === null || session !== this.#sessionId) return answerOf(asked, false);
    const { requestId, tool, argv, cwd } = asked.request;
    const rule = decidedBy(permissions, asked.kind);
    let approved = rule === 'allow';
    // Nobody is asked what no answer could allow.
    if (rule === 'ask' && asked.allow !== null) {
      turn.emit({ type: 'approval_request', requestId, tool, argv, cwd });
      const answer = await Promise.race([turn.call.approve(asked.request), whenAborted(turn.cancelled.signal)]);
      if (answer === 'cancelled') return { outcome: { outcome: 'cancelled' } };
      approved = answer === 'approved';
    }
    if (!approved) {
      const what = typeof argv === 'string' ? argv : (argv?.join(' ') ?? tool);
      turn.mapper.denied(what);
      turn.emit({ type: 'status', status: 'denied', detail: what });
    }
    return answerOf(asked, approved);
  }
}

/** Calls of the agent that never reject: null where it is gone. */
function agentOf(rpc: JsonRpcLines): Agent {
  return async (method, params) => {
    try {
      return { result: await rpc.call(method, params) };
    } catch (error) {
      return error instanceof RpcError ? { error } : null;
    }
  };
}

function whenAborted(signal: AbortSignal): Promise<'cancelled'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('cancelled');
    else signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
  });
}
