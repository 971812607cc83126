import type { ChildEnd } from '../../../processes/supervised/child.js';
import type { Line } from '../../command-line/line-mapper.js';
import type { Peer, TurnProtocol } from '../../command-line/turn-protocol.js';
import type { DriverCall, TurnCall } from '../../driver.js';
import type { RuntimeEvent } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { at, textAt } from '../json-fields.js';
import { claudeApproval } from './approval-request.js';
import { stderrFailure } from './failure.js';
import { ClaudeTurnMapper } from './turn-mapper.js';

interface Current {
  readonly call: TurnCall;
  readonly mapper: ClaudeTurnMapper;
  emit(event: RuntimeEvent): void;
}

/** Claude's stream-json in both directions: user messages and control requests, a line each. */
export class ClaudeStreamProtocol implements TurnProtocol {
  readonly #call: DriverCall;
  readonly #resumed: string | null;
  #peer: Peer | null = null;
  #requests = 0;
  #initialized: ((failure: RuntimeFailure | null) => void) | null = null;
  #initializeId = '';
  #sessionId: string | null = null;
  #current: Current | null = null;

  constructor(call: DriverCall, resumed: string | null) {
    this.#call = call;
    this.#resumed = resumed;
  }

  get sessionId(): string | null {
    return this.#sessionId;
  }

  open(peer: Peer): Promise<RuntimeFailure | null> {
    this.#peer = peer;
    this.#initializeId = this.#control({ subtype: 'initialize' });
    return new Promise((resolve) => {
      this.#initialized = resolve;
    });
  }

  line(line: Line): void {
    const message = 'json' in line ? line.json : null;
    switch (textAt(message, 'type')) {
      case 'control_response':
        this.#answered(at(message, 'response'));
        return;
      case 'control_request':
        void this.#requested(textAt(message, 'request_id') ?? '', at(message, 'request'));
        return;
      default:
        this.#said(line);
    }
  }

  begin(call: TurnCall, emit: (event: RuntimeEvent) => void): void {
    // The session of an earlier turn is the one that is continued now, and its id is reported for this turn as well.
    this.#current = { call, emit, mapper: new ClaudeTurnMapper(this.#sessionId ?? this.#resumed) };
    const message = { role: 'user', content: [{ type: 'text', text: call.prompt }] };
    this.#write({ type: 'user', message, parent_tool_use_id: null });
  }

  interrupt(): void {
    this.#control({ subtype: 'interrupt' });
  }

  ended(end: ChildEnd): RuntimeFailure | null {
    this.#initialized?.(null);
    return end.ours ? null : stderrFailure(end.stderrTail);
  }

  #said(line: Line): void {
    const current = this.#current;
    if (current === null) return;
    for (const event of current.mapper.line(line)) {
      if (event.type === 'session') this.#sessionId = event.sessionId;
      if (event.type === 'completed' || event.type === 'failed') this.#current = null;
      current.emit(event);
    }
  }

  #answered(response: unknown): void {
    if (textAt(response, 'request_id') !== this.#initializeId) return;
    const refused = textAt(response, 'subtype') === 'error';
    const message = `claude refused the handshake: ${textAt(response, 'error') ?? ''}`;
    this.#initialized?.(refused ? { code: 'HANDSHAKE_REFUSED', class: 'protocol', message } : null);
    this.#initialized = null;
  }

  async #requested(requestId: string, request: unknown): Promise<void> {
    const current = this.#current;
    if (textAt(request, 'subtype') !== 'can_use_tool' || current === null) {
      this.#write({
        type: 'control_response',
        response: { subtype: 'error', request_id: requestId, error: 'this request is not supported' },
      });
      return;
    }
    const approval = claudeApproval(requestId, request, this.#call.workDir);
    const { tool, argv, cwd } = approval;
    current.emit({ type: 'approval_request', requestId, tool, argv, cwd });
    const decision = await current.call.approve(approval);
    const response =
      decision === 'approved'
        ? { behavior: 'allow', updatedInput: approval.input ?? {} }
        : { behavior: 'deny', message: 'It was not approved.' };
    this.#write({ type: 'control_response', response: { subtype: 'success', request_id: requestId, response } });
  }

  #control(request: { readonly subtype: string }): string {
    this.#requests += 1;
    const id = `er-${this.#requests}`;
    this.#write({ type: 'control_request', request_id: id, request });
    return id;
  }

  #write(message: unknown): void {
    this.#peer?.write(`${JSON.stringify(message)}\n`);
  }
}
