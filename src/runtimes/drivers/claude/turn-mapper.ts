import { failed, type Line, rawLine } from '../../command-line/line-mapper.js';
import type { RuntimeEvent } from '../../events.js';
import { at, listAt, numberAt, textAt, textOfBlocks } from '../json-fields.js';
import { type JsonObject, objectOf } from '../json-object.js';
import { resultFailure } from './failure.js';

/** Events of Claude's stream-json that belong to one turn. `resumed`: the session that was to be continued. */
export class ClaudeTurnMapper {
  readonly #resumed: string | null;
  /** Ids of the messages whose texts came in pieces already. */
  readonly #streamed = new Set<string>();
  #streaming = '';
  #bound: string | null = null;
  /** A model call was made, or at least begun: an end without a result may have had effects. */
  began = false;

  constructor(resumed: string | null) {
    this.#resumed = resumed;
  }

  /** As far as it is certain. */
  get sessionId(): string | null {
    return this.#bound;
  }

  line(line: Line): readonly RuntimeEvent[] {
    if ('text' in line) return [rawLine(line)];
    const event = objectOf(line.json);
    switch (event.type) {
      case 'system':
        return this.#system(event);
      case 'stream_event':
        return event.parent_tool_use_id == null ? this.#piece(objectOf(event.event)) : [];
      case 'assistant':
        return this.#assistant(event);
      case 'user':
        return toolResults(event);
      case 'result':
        return this.#result(event);
      case 'rate_limit_event':
      case 'control_cancel_request':
      case 'keep_alive':
        return [];
      default:
        return [rawLine(line)];
    }
  }

  #system(event: JsonObject): readonly RuntimeEvent[] {
    switch (event.subtype) {
      case 'init':
        return this.#init(textAt(event, 'session_id'));
      case 'api_retry': {
        const [attempt, most] = [numberAt(event, 'attempt'), numberAt(event, 'max_retries')];
        const reason = textAt(event, 'error') ?? numberAt(event, 'error_status') ?? '';
        return [{ type: 'status', status: 'retrying', detail: `${attempt}/${most} ${reason}`.trim() }];
      }
      case 'permission_denied': {
        const [tool, message] = [textAt(event, 'tool_name') ?? '', textAt(event, 'message') ?? ''];
        return [{ type: 'status', status: 'permission_denied', detail: `${tool}: ${message}` }];
      }
      case 'compact_boundary':
        return [{ type: 'status', status: 'compacted' }];
      default:
        return [];
    }
  }

  /** A resumed session that begins under another id is not bound by it: the result names the one that counts. */
  #init(sessionId: string | null): readonly RuntimeEvent[] {
    if (sessionId === null) return [];
    if (this.#resumed !== null && sessionId !== this.#resumed) {
      return [{ type: 'status', status: 'session_tag', detail: sessionId }];
    }
    return this.#bind(sessionId);
  }

  #bind(sessionId: string | null): readonly RuntimeEvent[] {
    if (sessionId === null || sessionId === this.#bound) return [];
    this.#bound = sessionId;
    return [{ type: 'session', sessionId }];
  }

  #piece(event: JsonObject): readonly RuntimeEvent[] {
    this.began = true;
    if (event.type === 'message_start') this.#streaming = textAt(event, 'message', 'id') ?? '';
    if (event.type !== 'content_block_delta') return [];
    const text = textAt(event, 'delta', 'text');
    const thinking = textAt(event, 'delta', 'thinking');
    if (text === null && thinking === null) return [];
    this.#streamed.add(this.#streaming);
    return [text === null ? { type: 'thinking', text: thinking ?? '' } : { type: 'text', text }];
  }

  #assistant(event: JsonObject): readonly RuntimeEvent[] {
    this.began = true;
    // What a sub-agent says is no part of the answer; what it does is shown.
    const said = event.parent_tool_use_id != null || this.#streamed.has(textAt(event, 'message', 'id') ?? '');
    const isError = textAt(event, 'error') !== null;
    return listAt(event, 'message', 'content').flatMap((block): readonly RuntimeEvent[] => {
      const text = textAt(block, 'text') ?? '';
      switch (textAt(block, 'type')) {
        case 'text':
          // An error of the model's service comes as if the assistant had said it.
          if (isError) return [{ type: 'status', status: 'error', detail: text }];
          return said ? [] : [{ type: 'text', text }];
        case 'thinking':
          return said ? [] : [{ type: 'thinking', text: textAt(block, 'thinking') ?? '' }];
        case 'tool_use':
          return [
            {
              type: 'tool_call',
              callId: textAt(block, 'id') ?? '',
              tool: textAt(block, 'name') ?? '',
              input: at(block, 'input'),
            },
          ];
        default:
          return [];
      }
    });
  }

  #result(event: JsonObject): readonly RuntimeEvent[] {
    const failure = resultFailure(event);
    const usage = objectOf(event.usage);
    const counted = numberAt(usage, 'input_tokens') !== null;
    const bound = failure?.class === 'conversation' ? [] : this.#bind(textAt(event, 'session_id'));
    return [
      ...bound,
      ...(counted
        ? [
            {
              type: 'usage',
              usage: {
                input_tokens: inputTokens(usage),
                output_tokens: numberAt(usage, 'output_tokens'),
                cached_tokens: numberAt(usage, 'cache_read_input_tokens'),
              },
            } as const,
          ]
        : []),
      failure === null ? { type: 'completed', content: textAt(event, 'result') ?? '' } : failed(failure),
    ];
  }
}

/** Claude counts what it reads from and writes to the cache apart. */
function inputTokens(usage: JsonObject): number | null {
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  return parts.reduce((sum, part) => sum + (numberAt(usage, part) ?? 0), 0);
}

function toolResults(event: JsonObject): readonly RuntimeEvent[] {
  return listAt(event, 'message', 'content').flatMap((block): readonly RuntimeEvent[] => {
    if (textAt(block, 'type') !== 'tool_result') return [];
    const output = textAt(block, 'content') ?? textOfBlocks(listAt(block, 'content'));
    const ok = at(block, 'is_error') !== true;
    return [{ type: 'tool_result', callId: textAt(block, 'tool_use_id') ?? '', ok, output }];
  });
}
