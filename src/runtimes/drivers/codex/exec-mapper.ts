import type { ChildEnd } from '../../../processes/supervised/child.js';
import { backEndFailure } from '../../command-line/back-end-failure.js';
import { SESSION_NOT_FOUND } from '../../command-line/fresh-if-stale.js';
import { failed, howItEnded, type Line, type LineMapper, rawLine } from '../../command-line/line-mapper.js';
import type { RuntimeEvent } from '../../events.js';
import { numberAt, textAt } from '../json-fields.js';
import { type JsonObject, objectOf } from '../json-object.js';
import { type ThreadTotal, TOTAL_FIELD, usedSince, writeTotal } from './usage.js';

/** Events of `codex exec --json`. `before`: the thread's total when the run began. */
export class ExecMapper implements LineMapper {
  readonly #before: ThreadTotal;
  readonly #started = new Set<string>();
  #threadId: string | null = null;
  #answer = '';
  #lastError: string | null = null;

  constructor(before: ThreadTotal) {
    this.#before = before;
  }

  line(line: Line): readonly RuntimeEvent[] {
    if ('text' in line) return [rawLine(line)];
    const event = objectOf(line.json);
    switch (event.type) {
      case 'thread.started':
        this.#threadId = textAt(event, 'thread_id');
        return this.#session(this.#before);
      case 'turn.started':
        return [];
      case 'item.started':
      case 'item.updated':
        return this.#itemBegan(objectOf(event.item));
      case 'item.completed':
        return this.#itemEnded(objectOf(event.item));
      case 'turn.completed':
        return this.#completed(objectOf(event.usage));
      case 'turn.failed':
        return [failed(backEndFailure(textAt(event, 'error', 'message') ?? this.#lastError ?? 'the turn failed'))];
      case 'error':
        // Never the end: a turn that is lost says so by `turn.failed`.
        this.#lastError = textAt(event, 'message') ?? 'error';
        return [{ type: 'status', status: isRetry(this.#lastError) ? 'retrying' : 'error', detail: this.#lastError }];
      default:
        return [rawLine(line)];
    }
  }

  ended(end: ChildEnd): readonly RuntimeEvent[] {
    const failure = howItEnded(end);
    if (failure === null) return [];
    const missing = /no rollout found|thread.{0,80}not found|no (?:saved )?session found/i.exec(end.stderrTail);
    if (missing !== null && this.#threadId === null) {
      return [failed({ code: SESSION_NOT_FOUND, class: 'conversation', message: end.stderrTail.trim() })];
    }
    return this.#lastError === null ? [] : [failed({ ...backEndFailure(this.#lastError), outcome: 'unknown' })];
  }

  #session(total: ThreadTotal): readonly RuntimeEvent[] {
    if (this.#threadId === null) return [];
    return [{ type: 'session', sessionId: this.#threadId, state: { [TOTAL_FIELD]: writeTotal(total) } }];
  }

  #itemBegan(item: JsonObject): readonly RuntimeEvent[] {
    const id = textAt(item, 'id') ?? '';
    if (!isTool(item)) return [];
    if (this.#started.has(id)) return [];
    this.#started.add(id);
    return [{ type: 'tool_call', callId: id, tool: textAt(item, 'type') ?? '', input: toolInput(item) }];
  }

  #itemEnded(item: JsonObject): readonly RuntimeEvent[] {
    const text = textAt(item, 'text') ?? '';
    switch (item.type) {
      case 'agent_message':
        this.#answer = text;
        return [{ type: 'text', text }];
      case 'reasoning':
        return [{ type: 'thinking', text }];
      case 'error':
        // An item of type error is a remark (a model without metadata, another transport), not a failure.
        return [{ type: 'status', status: 'warning', detail: textAt(item, 'message') ?? '' }];
      case 'todo_list':
        return [{ type: 'status', status: 'plan', detail: JSON.stringify(item.items ?? []) }];
      default:
        return isTool(item) ? [...this.#itemBegan(item), toolResult(item)] : [];
    }
  }

  #completed(usage: JsonObject): readonly RuntimeEvent[] {
    const total: ThreadTotal = {
      input: numberAt(usage, 'input_tokens') ?? 0,
      cached: numberAt(usage, 'cached_input_tokens') ?? 0,
      output: numberAt(usage, 'output_tokens') ?? 0,
    };
    const counted = numberAt(usage, 'input_tokens') !== null;
    return [
      ...(counted ? this.#session(total) : []),
      ...(counted ? [{ type: 'usage', usage: usedSince(this.#before, total) } as const] : []),
      { type: 'completed', content: this.#answer },
    ];
  }
}

const TOOLS = ['command_execution', 'file_change', 'mcp_tool_call', 'web_search', 'collab_tool_call'];

function isTool(item: JsonObject): boolean {
  return TOOLS.includes(textAt(item, 'type') ?? '');
}

function toolInput(item: JsonObject): unknown {
  switch (item.type) {
    case 'command_execution':
      return { command: item.command };
    case 'file_change':
      return { changes: item.changes };
    case 'mcp_tool_call':
      return { server: item.server, tool: item.tool, arguments: item.arguments };
    default: {
      const { id: _id, type: _type, status: _status, ...rest } = item;
      return rest;
    }
  }
}

function toolResult(item: JsonObject): RuntimeEvent {
  const exitCode = numberAt(item, 'exit_code');
  const refused = item.status === 'failed' || item.status === 'declined';
  const output =
    textAt(item, 'aggregated_output') ??
    textAt(item, 'error', 'message') ??
    (item.result ? JSON.stringify(item.result) : '');
  return { type: 'tool_result', callId: textAt(item, 'id') ?? '', ok: !refused && (exitCode ?? 0) === 0, output };
}

function isRetry(message: string): boolean {
  return /^reconnecting/i.test(message);
}
