import { backEndFailure, statusIn } from '../../command-line/back-end-failure.js';
import type { RuntimeEvent, Usage } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { at, listAt, numberAt, textAt, textOfBlocks } from '../json-fields.js';
import { addUsage } from '../total-usage.js';
import { acpFailure } from './error.js';
import { TurnText } from './turn-text.js';

/** One turn of a session: what its notifications and its result are, as events. Pure: nothing is read but what is given. */
export class TurnMapper {
  readonly #text = new TurnText();
  readonly #open = new Map<string, { tool: string; input: unknown; called: boolean }>();
  /** Agents that report usage with each model call only. */
  #usage: Usage | null = null;
  /** An adapter that speaks of its failure beside the protocol, and then ends the turn as if all were well. */
  #masked: { broken: boolean; error: RuntimeFailure | null } = { broken: false, error: null };
  #denied: string | null = null;
  /** Of agents that number their messages: the one that is being said. */
  #messageId: string | null = null;
  /** What such an agent said outside of its messages. */
  #notice = '';

  /** A permission was refused: an answer that never comes is explained by it. */
  denied(what: string): void {
    this.#denied = what;
  }

  /** The `update` of one `session/update` notification. */
  update(update: unknown): RuntimeEvent[] {
    switch (textAt(update, 'sessionUpdate')) {
      case 'agent_message_chunk':
        return this.#chunk(update);
      case 'agent_thought_chunk': {
        const text = contentText(at(update, 'content'));
        return text === '' ? [] : [{ type: 'thinking', text }];
      }
      case 'tool_call':
      case 'tool_call_update':
        return this.#tool(update);
      case 'session_info_update':
        return this.#info(update);
      case 'plan':
        return [{ type: 'status', status: 'plan', detail: planText(update) }];
      case 'current_mode_update':
        return [{ type: 'status', status: 'mode', detail: textAt(update, 'currentModeId') ?? '' }];
      default:
        // Lists of commands, options and the size of the context: nothing that happened.
        return [];
    }
  }

  /** The result of `session/prompt`. */
  ended(result: unknown): RuntimeEvent[] {
    const usage = resultUsage(result) ?? this.#usage;
    const events: RuntimeEvent[] = usage === null ? [] : [{ type: 'usage', usage }];
    const reason = textAt(result, 'stopReason');
    const failed = (code: string, failureClass: RuntimeFailure['class'], message: string): RuntimeEvent[] => [
      ...events,
      { type: 'failed', error: { code, class: failureClass, message } },
    ];
    switch (reason) {
      case 'end_turn':
        break;
      case 'cancelled':
        return failed('CANCELLED', 'cancelled', 'the agent reports the turn as cancelled');
      case 'refusal':
        return failed('REFUSED', 'back-end', this.#text.answer.trim() || 'the agent refused to go on');
      case 'max_tokens':
        return failed('MAX_TOKENS', 'back-end', 'the answer was cut: the limit of tokens was reached');
      case 'max_turn_requests':
        return failed('MAX_TURN_REQUESTS', 'back-end', 'the limit of model requests in one turn was reached');
      default:
        return failed('UNKNOWN_STOP_REASON', 'protocol', `the turn ended with stopReason ${JSON.stringify(reason)}`);
    }
    if (this.#masked.broken || this.#masked.error !== null) {
      const said = this.#notice || this.#text.answer.trim();
      const error = this.#masked.error ?? backEndFailure(said || 'the agent reports a system error', statusIn(said));
      return [...events, { type: 'failed', error: said === '' ? error : { ...error, message: said } }];
    }
    if (this.#denied !== null && this.#text.afterTools.trim() === '') {
      return failed('PERMISSION_DENIED', 'back-end', `ended without an answer after this was denied: ${this.#denied}`);
    }
    return [...events, { type: 'completed', content: this.#text.answer.trim() }];
  }

  /** The error that `session/prompt` was answered with. */
  refused(error: unknown): RuntimeEvent[] {
    const events: RuntimeEvent[] = this.#usage === null ? [] : [{ type: 'usage', usage: this.#usage }];
    return [...events, { type: 'failed', error: acpFailure(error) }];
  }

  #chunk(update: unknown): RuntimeEvent[] {
    const used = usageOf(at(update, '_meta', 'usage'));
    if (used !== null) this.#usage = addUsage(this.#usage, used);
    const text = contentText(at(update, 'content'));
    if (text === '') return [];
    const messageId = textAt(update, 'messageId');
    if (messageId === null && this.#messageId !== null) {
      this.#notice = text.trim();
      return [{ type: 'status', status: 'notice', detail: this.#notice }];
    }
    if (messageId !== this.#messageId) this.#text.cut();
    this.#messageId = messageId;
    this.#text.add(text);
    return [{ type: 'text', text }];
  }

  /** A call is told once its input is known: most agents announce it with an empty one and fill it in an update. */
  #tool(update: unknown): RuntimeEvent[] {
    const callId = textAt(update, 'toolCallId');
    if (callId === null) return [];
    this.#text.cut();
    const known = this.#open.get(callId) ?? { tool: 'tool', input: null, called: false };
    known.tool = toolName(update) ?? known.tool;
    const given = at(update, 'rawInput');
    if (filled(given)) known.input = given;
    this.#open.set(callId, known);
    const status = textAt(update, 'status');
    const over = status === 'completed' || status === 'failed';
    const events: RuntimeEvent[] = [];
    if (!known.called && (over || status === 'in_progress' || filled(known.input))) {
      known.called = true;
      const input = known.input ?? { title: textAt(update, 'title') };
      events.push({ type: 'tool_call', callId, tool: known.tool, input });
    }
    if (over) {
      this.#open.delete(callId);
      events.push({ type: 'tool_result', callId, ok: status === 'completed', output: toolOutput(update) });
    }
    return events;
  }

  /** codex-acp: what its own protocol said of the thread lies in `_meta`. */
  #info(update: unknown): RuntimeEvent[] {
    const error = at(update, '_meta', 'codex', 'error');
    if (error !== undefined) {
      const message = textAt(error, 'additionalDetails') ?? textAt(error, 'message') ?? 'an error without a text';
      if (at(error, 'willRetry') === true) return [{ type: 'status', status: 'retrying', detail: message }];
      this.#masked.error = backEndFailure(message, httpStatus(at(error, 'codexErrorInfo')) ?? statusIn(message));
    }
    const thread = textAt(update, '_meta', 'codex', 'threadStatus', 'type');
    if (thread !== null) this.#masked.broken = thread === 'systemError';
    return [];
  }
}

function contentText(content: unknown): string {
  return at(content, 'type') === 'text' ? (textAt(content, 'text') ?? '') : '';
}

function filled(input: unknown): boolean {
  return typeof input === 'object' ? input !== null && Object.keys(input).length > 0 : input !== undefined;
}

function toolName(update: unknown): string | null {
  return (
    textAt(update, '_meta', 'claudeCode', 'toolName') ??
    textAt(update, '_meta', 'toolName') ??
    textAt(update, 'name') ??
    textAt(update, 'kind')
  );
}

function toolOutput(update: unknown): string {
  const shown = listAt(update, 'content')
    .map((block) => contentText(at(block, 'content')))
    .join('\n');
  if (shown !== '') return shown;
  const raw = at(update, 'rawOutput');
  if (typeof raw === 'string') return raw;
  return textAt(raw, 'output') ?? textOfBlocks(listAt(raw, 'content'));
}

function planText(update: unknown): string {
  return listAt(update, 'entries')
    .map((entry) => `${textAt(entry, 'status') ?? '?'}: ${textAt(entry, 'content') ?? ''}`)
    .join('\n');
}

function httpStatus(info: unknown): number | null {
  if (typeof info !== 'object' || info === null) return null;
  for (const kind of Object.values(info)) {
    const status = numberAt(kind, 'httpStatusCode');
    if (status !== null) return status;
  }
  return null;
}

function resultUsage(result: unknown): Usage | null {
  return usageOf(at(result, 'usage')) ?? usageOf(at(result, '_meta', 'quota', 'token_count'));
}

function usageOf(given: unknown): Usage | null {
  const usage: Usage = {
    input_tokens: numberAt(given, 'inputTokens') ?? numberAt(given, 'input_tokens'),
    output_tokens: numberAt(given, 'outputTokens') ?? numberAt(given, 'output_tokens'),
    cached_tokens: numberAt(given, 'cachedReadTokens') ?? numberAt(given, 'cachedInputTokens'),
  };
  return Object.values(usage).every((value) => value === null) ? null : usage;
}
