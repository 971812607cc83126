import type { RuntimeEvent, Usage } from '../../events.js';
import { at, listAt, numberAt, parsedOrNull, textAt, textOfBlocks } from '../json-fields.js';
import { addUsage } from '../total-usage.js';

/** The entries of a session's log, as dsh writes them while it works, as events. How it ended, its exit and its output say. */
export class SessionLogMapper {
  #usage: Usage | null = null;
  #told = false;

  /** Some text of the model was told. */
  get told(): boolean {
    return this.#told;
  }

  entry(entry: unknown): RuntimeEvent[] {
    const data = at(entry, 'data');
    switch (textAt(entry, 'type')) {
      case 'session': {
        const sessionId = textAt(entry, 'id');
        return sessionId === null ? [] : [{ type: 'session', sessionId }];
      }
      case 'assistant/chunk':
        return this.#chunk(at(data, 'chunk'));
      case 'tool/call': {
        const given = textAt(data, 'arguments') ?? '';
        const callId = textAt(data, 'callId') ?? '';
        return [
          { type: 'tool_call', callId, tool: textAt(data, 'name') ?? 'tool', input: parsedOrNull(given) ?? given },
        ];
      }
      case 'tool/result':
        return listAt(data, 'message', 'content')
          .filter((block) => at(block, 'type') === 'tool-result')
          .map((block) => ({
            type: 'tool_result',
            callId: textAt(block, 'toolCallId') ?? '',
            ok: at(block, 'isError') !== true,
            output: textOfBlocks(listAt(block, 'content')),
          }));
      default:
        return [];
    }
  }

  #chunk(chunk: unknown): RuntimeEvent[] {
    switch (textAt(chunk, 'type')) {
      case 'text-delta': {
        this.#told = true;
        return [{ type: 'text', text: textAt(chunk, 'text') ?? '' }];
      }
      case 'reasoning-delta':
      case 'thinking-delta':
        return [{ type: 'thinking', text: textAt(chunk, 'text') ?? '' }];
      case 'usage': {
        const used = at(chunk, 'usage');
        this.#usage = addUsage(this.#usage, {
          input_tokens: numberAt(used, 'inputTokens'),
          output_tokens: numberAt(used, 'outputTokens'),
          cached_tokens: numberAt(used, 'cacheReadTokens'),
        });
        return [{ type: 'usage', usage: this.#usage }];
      }
      default:
        return [];
    }
  }
}
