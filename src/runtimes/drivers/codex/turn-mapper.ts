import { backEndFailure } from '../../command-line/back-end-failure.js';
import { failed } from '../../command-line/line-mapper.js';
import type { RuntimeEvent, Usage } from '../../events.js';
import { listAt, numberAt, textAt } from '../json-fields.js';
import { type JsonObject, objectOf } from '../json-object.js';
import type { ThreadTotal } from './usage.js';

/** Notifications of `codex app-server` that belong to one turn. */
export class TurnMapper {
  readonly #streamed = new Set<string>();
  readonly #used = { input: 0, cached: 0, output: 0 };
  #counted = false;
  #answer = '';
  /** The thread's total as last reported; null before. */
  total: ThreadTotal | null = null;

  notification(method: string, given: unknown): readonly RuntimeEvent[] {
    const params = objectOf(given);
    switch (method) {
      case 'item/agentMessage/delta':
        this.#streamed.add(textAt(params, 'itemId') ?? '');
        return [{ type: 'text', text: textAt(params, 'delta') ?? '' }];
      case 'item/reasoning/textDelta':
      case 'item/reasoning/summaryTextDelta':
        this.#streamed.add(textAt(params, 'itemId') ?? '');
        return [{ type: 'thinking', text: textAt(params, 'delta') ?? '' }];
      case 'item/started':
        return itemBegan(objectOf(params.item));
      case 'item/completed':
        return this.#itemEnded(objectOf(params.item));
      case 'thread/tokenUsage/updated':
        return this.#usage(objectOf(params.tokenUsage));
      case 'turn/plan/updated':
        return [{ type: 'status', status: 'plan', detail: JSON.stringify(params.plan ?? []) }];
      case 'error': {
        const error = objectOf(params.error);
        const detail = [textAt(error, 'message'), textAt(error, 'additionalDetails')]
          .filter((part) => part !== null)
          .join(': ');
        return [{ type: 'status', status: params.willRetry === true ? 'retrying' : 'error', detail }];
      }
      case 'warning':
      case 'guardianWarning':
        return [{ type: 'status', status: 'warning', detail: textAt(params, 'message') ?? JSON.stringify(given) }];
      case 'turn/completed':
        return [this.#ended(objectOf(params.turn))];
      default:
        return [];
    }
  }

  #itemEnded(item: JsonObject): readonly RuntimeEvent[] {
    const streamed = this.#streamed.has(textAt(item, 'id') ?? '');
    switch (item.type) {
      case 'agentMessage':
        this.#answer = textAt(item, 'text') ?? '';
        return streamed ? [] : [{ type: 'text', text: this.#answer }];
      case 'reasoning': {
        const text = [...listAt(item, 'summary'), ...listAt(item, 'content')]
          .filter((part) => typeof part === 'string')
          .join('\n');
        return streamed || text === '' ? [] : [{ type: 'thinking', text }];
      }
      default:
        return itemEnded(item);
    }
  }

  /** Each report is of one model call. */
  #usage(tokens: JsonObject): readonly RuntimeEvent[] {
    const [last, total] = [objectOf(tokens.last), objectOf(tokens.total)];
    this.total = {
      input: numberAt(total, 'inputTokens') ?? 0,
      cached: numberAt(total, 'cachedInputTokens') ?? 0,
      output: numberAt(total, 'outputTokens') ?? 0,
    };
    this.#counted ||= numberAt(last, 'inputTokens') !== null;
    this.#used.input += numberAt(last, 'inputTokens') ?? 0;
    this.#used.cached += numberAt(last, 'cachedInputTokens') ?? 0;
    this.#used.output += numberAt(last, 'outputTokens') ?? 0;
    if (!this.#counted) return [];
    const usage: Usage = {
      input_tokens: this.#used.input,
      output_tokens: this.#used.output,
      cached_tokens: this.#used.cached,
    };
    return [{ type: 'usage', usage }];
  }

  #ended(turn: JsonObject): RuntimeEvent {
    if (turn.status === 'completed') return { type: 'completed', content: this.#answer };
    if (turn.status === 'interrupted') {
      return failed({ code: 'INTERRUPTED', class: 'cancelled', message: 'the turn was interrupted' });
    }
    const error = objectOf(turn.error);
    return failed(backEndFailure(textAt(error, 'message') ?? 'the turn failed', httpStatus(error.codexErrorInfo)));
  }
}

const TOOLS: Readonly<Record<string, string>> = {
  commandExecution: 'command_execution',
  fileChange: 'file_change',
  mcpToolCall: 'mcp_tool_call',
  dynamicToolCall: 'dynamic_tool_call',
  webSearch: 'web_search',
};

function itemBegan(item: JsonObject): readonly RuntimeEvent[] {
  const tool = TOOLS[textAt(item, 'type') ?? ''];
  if (tool === undefined) return [];
  return [{ type: 'tool_call', callId: textAt(item, 'id') ?? '', tool, input: toolInput(item) }];
}

function itemEnded(item: JsonObject): readonly RuntimeEvent[] {
  if (TOOLS[textAt(item, 'type') ?? ''] === undefined) return [];
  const refused = item.status === 'failed' || item.status === 'declined' || item.success === false;
  const output =
    textAt(item, 'aggregatedOutput') ??
    textAt(item, 'error', 'message') ??
    (item.status === 'declined' ? 'declined' : item.result == null ? '' : JSON.stringify(item.result));
  const ok = !refused && (numberAt(item, 'exitCode') ?? 0) === 0;
  return [{ type: 'tool_result', callId: textAt(item, 'id') ?? '', ok, output }];
}

function toolInput(item: JsonObject): unknown {
  switch (item.type) {
    case 'commandExecution':
      return { command: item.command, cwd: item.cwd };
    case 'fileChange':
      return { changes: item.changes };
    case 'mcpToolCall':
      return { server: item.server, tool: item.tool, arguments: item.arguments };
    case 'dynamicToolCall':
      return { tool: item.tool, arguments: item.arguments };
    default:
      return { query: item.query };
  }
}

/** `codexErrorInfo` is a word, or an object of one word that holds the status. */
function httpStatus(info: unknown): number | null {
  if (info === 'unauthorized') return 401;
  if (info === 'rateLimitExceeded' || info === 'usageLimitExceeded') return 429;
  if (info === 'internalServerError' || info === 'serverOverloaded') return 500;
  for (const detail of Object.values(objectOf(info))) {
    const status = numberAt(detail, 'httpStatusCode');
    if (status !== null) return status;
  }
  return null;
}
