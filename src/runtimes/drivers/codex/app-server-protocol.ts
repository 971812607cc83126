import { SESSION_NOT_FOUND } from '../../command-line/fresh-if-stale.js';
import { JsonRpcLines, METHOD_NOT_FOUND, RpcError } from '../../command-line/json-rpc.js';
import { failed, type Line, rawLine } from '../../command-line/line-mapper.js';
import type { Peer, TurnProtocol } from '../../command-line/turn-protocol.js';
import type { DriverCall, TurnCall } from '../../driver.js';
import type { RuntimeEvent } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { listAt, textAt } from '../json-fields.js';
import { objectOf } from '../json-object.js';
import { codexApproval } from './approval-requests.js';
import { SANDBOX } from './options.js';
import { TurnMapper } from './turn-mapper.js';
import { readTotal, type ThreadTotal, TOTAL_FIELD, writeTotal } from './usage.js';

interface Current {
  readonly call: TurnCall;
  readonly mapper: TurnMapper;
  emit(event: RuntimeEvent): void;
  turnId: string | null;
  /** Asked for before the turn had an id. */
  interrupted: boolean;
}

/** JSON-RPC with `codex app-server`: one thread, one turn at a time. */
export class AppServerProtocol implements TurnProtocol {
  readonly #call: DriverCall;
  readonly #changed = new Map<string, readonly string[]>();
  #rpc: JsonRpcLines | null = null;
  #threadId: string | null = null;
  #total: ThreadTotal;
  #current: Current | null = null;
  #remarks: RuntimeEvent[] = [];

  constructor(call: DriverCall) {
    this.#call = call;
    this.#total = readTotal(call.conversation?.[TOTAL_FIELD]);
  }

  get sessionId(): string | null {
    return this.#threadId;
  }

  async open(peer: Peer): Promise<RuntimeFailure | null> {
    const rpc = new JsonRpcLines((line) => peer.write(line), {
      request: (method, params) => this.#requested(method, params),
      notification: (method, params) => this.#notified(method, params),
    });
    this.#rpc = rpc;
    try {
      await rpc.call('initialize', {
        clientInfo: { name: 'environment-runtime', title: 'Environment Runtime', version: '1' },
        capabilities: null,
      });
      rpc.notify('initialized');
      this.#threadId = await this.#thread(rpc);
      return this.#threadId === null ? protocolFailure('it started a thread without an id') : null;
    } catch (error) {
      return failureOf(error);
    }
  }

  line(line: Line): void {
    const taken = 'json' in line && this.#rpc?.receive(line.json) === true;
    if (!taken) this.#say(rawLine(line));
  }

  begin(call: TurnCall, emit: (event: RuntimeEvent) => void): void {
    const current: Current = { call, mapper: new TurnMapper(), emit, turnId: null, interrupted: false };
    this.#current = current;
    for (const remark of this.#remarks.splice(0)) emit(remark);
    void this.#start(current);
  }

  interrupt(): void {
    const current = this.#current;
    if (current === null) return;
    current.interrupted = true;
    this.#interrupt(current);
  }

  ended(): RuntimeFailure | null {
    this.#rpc?.close(new Error('the app server has ended'));
    return null;
  }

  async #thread(rpc: JsonRpcLines): Promise<string | null> {
    const { conversation, policy, channel, workDir, model, developerInstructions } = this.#call;
    const settings = {
      cwd: workDir,
      approvalPolicy: (channel.approvals?.policy ?? 'deny') === 'deny' ? 'never' : 'untrusted',
      sandbox: SANDBOX[channel.permissions ?? 'workspace-write'],
      ...(model === null ? {} : { model }),
      ...(developerInstructions === null ? {} : { developerInstructions }),
    };
    if (conversation !== null) {
      try {
        return threadId(await rpc.call('thread/resume', { threadId: conversation.sessionId, ...settings }));
      } catch (error) {
        if (!isMissing(error) || policy !== 'resume-preferred') throw error;
        this.#total = readTotal(undefined);
        this.#say({ type: 'status', status: 'session_not_found', detail: 'a new session is started' });
      }
    }
    return threadId(await rpc.call('thread/start', settings));
  }

  async #start(current: Current): Promise<void> {
    const { prompt } = current.call;
    const params = { threadId: this.#threadId, input: [{ type: 'text', text: prompt, text_elements: [] }] };
    try {
      // Notifications of the turn may come in the same breath as its id.
      await this.#rpc?.call('turn/start', params, (result) => this.#began(current, textAt(result, 'turn', 'id')));
    } catch (error) {
      // Without an answer the process is gone, which its end tells better.
      if (error instanceof RpcError) this.#finish(current, failed(failureOf(error)));
    }
  }

  #began(current: Current, turnId: string | null): void {
    if (current.turnId !== null || turnId === null || this.#current !== current) return;
    current.turnId = turnId;
    this.#session(current);
    if (current.interrupted) this.#interrupt(current);
  }

  #session(current: Current): void {
    if (this.#threadId === null || current.turnId === null) return;
    const state = { [TOTAL_FIELD]: writeTotal(this.#total) };
    current.emit({ type: 'session', sessionId: this.#threadId, turnId: current.turnId, state });
  }

  #interrupt(current: Current): void {
    if (current.turnId === null) return;
    // What the server answers says nothing that the end of the turn does not.
    void this.#rpc?.call('turn/interrupt', { threadId: this.#threadId, turnId: current.turnId }).catch(() => {});
  }

  #notified(method: string, given: unknown): void {
    const params = objectOf(given);
    if (method === 'configWarning' || method === 'deprecationNotice') {
      this.#say({ type: 'status', status: 'warning', detail: textAt(params, 'summary') ?? JSON.stringify(given) });
      return;
    }
    const current = this.#current;
    if (current === null || (params.threadId !== undefined && params.threadId !== this.#threadId)) return;
    const turnId = textAt(params, 'turnId') ?? textAt(params, 'turn', 'id');
    if (method === 'turn/started') {
      this.#began(current, turnId);
      // What is asked for before the turn runs is not heard.
      if (current.interrupted) this.#interrupt(current);
    }
    if (turnId !== null && current.turnId !== null && turnId !== current.turnId) return;
    this.#noteChanges(params.item);
    for (const event of current.mapper.notification(method, given)) {
      if (event.type === 'completed' || event.type === 'failed') this.#finish(current, event);
      else current.emit(event);
    }
  }

  #finish(current: Current, event: RuntimeEvent): void {
    if (this.#current !== current) return;
    this.#current = null;
    if (current.mapper.total !== null) {
      this.#total = current.mapper.total;
      this.#session(current);
    }
    current.emit(event);
  }

  async #requested(method: string, params: unknown): Promise<unknown> {
    const current = this.#current;
    const asked = objectOf(params);
    if (method === 'item/tool/requestUserInput') {
      for (const one of listAt(asked, 'questions').map(objectOf)) {
        this.#say({
          type: 'user_input_request',
          requestId: textAt(one, 'id') ?? '',
          question: textAt(one, 'question') ?? '',
        });
      }
      throw new RpcError(METHOD_NOT_FOUND, 'nobody is here to answer');
    }
    const itemId = textAt(asked, 'approvalId') ?? textAt(asked, 'itemId') ?? textAt(asked, 'callId') ?? method;
    const approval = codexApproval(itemId, method, params, this.#call.workDir, this.#changed);
    if (approval === null || current === null) throw new RpcError(METHOD_NOT_FOUND, `${method} is not supported`);
    const { requestId, tool, argv, cwd } = approval.request;
    current.emit({ type: 'approval_request', requestId, tool, argv, cwd });
    const decision = await current.call.approve(approval.request);
    return decision === 'approved' ? approval.approved : approval.denied;
  }

  #noteChanges(given: unknown): void {
    const item = objectOf(given);
    if (item.type !== 'fileChange') return;
    const paths = listAt(item, 'changes').map((change) => textAt(change, 'path') ?? '');
    this.#changed.set(
      textAt(item, 'id') ?? '',
      paths.filter((path) => path !== ''),
    );
  }

  /** Belongs to the running turn, else to the next one. */
  #say(event: RuntimeEvent): void {
    if (this.#current === null) this.#remarks.push(event);
    else this.#current.emit(event);
  }
}

function threadId(result: unknown): string | null {
  return textAt(result, 'thread', 'id');
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof RpcError && /no rollout found|not found|unknown thread|invalid thread id/i.test(error.message)
  );
}

function failureOf(error: unknown): RuntimeFailure {
  const message = error instanceof Error ? error.message : String(error);
  return isMissing(error) ? { code: SESSION_NOT_FOUND, class: 'conversation', message } : protocolFailure(message);
}

function protocolFailure(message: string): RuntimeFailure {
  return { code: 'APP_SERVER_ERROR', class: 'protocol', message: `codex app-server: ${message}` };
}
