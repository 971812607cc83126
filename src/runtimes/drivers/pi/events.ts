import { backEndFailure } from '../../command-line/back-end-failure.js';
import type { RuntimeEvent, Usage } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { at, listAt, numberAt, textAt, textOfBlocks } from '../json-fields.js';
import { addUsage } from '../total-usage.js';

/** The lines of `pi --mode json` as events. pi exits 0 whatever happened: its last assistant message says how it ended. */
export class PiMapper {
  #usage: Usage | null = null;
  #last: unknown = null;
  #settled = false;

  json(line: unknown): RuntimeEvent[] {
    switch (textAt(line, 'type')) {
      case 'session': {
        const sessionId = textAt(line, 'id');
        return sessionId === null ? [] : [{ type: 'session', sessionId }];
      }
      case 'message_update':
        return delta(at(line, 'assistantMessageEvent'));
      case 'message_end':
        return this.#message(at(line, 'message'));
      case 'tool_execution_start':
        return [
          {
            type: 'tool_call',
            callId: textAt(line, 'toolCallId') ?? '',
            tool: textAt(line, 'toolName') ?? 'tool',
            input: at(line, 'args') ?? null,
          },
        ];
      case 'tool_execution_end':
        return [
          {
            type: 'tool_result',
            callId: textAt(line, 'toolCallId') ?? '',
            ok: at(line, 'isError') !== true,
            output: textOfBlocks(listAt(line, 'result', 'content')),
          },
        ];
      case 'auto_retry_start':
        return [{ type: 'status', status: 'retrying', detail: textAt(line, 'errorMessage') ?? '' }];
      case 'compaction_start':
        return [{ type: 'status', status: 'compacting' }];
      case 'agent_settled': {
        if (this.#settled) return [];
        this.#settled = true;
        return [at(line, 'aborted') === true ? aborted() : this.#verdict()];
      }
      default:
        return [];
    }
  }

  /** Older versions do not say that they have settled: then the last message decides, but only with exit 0. */
  ended(exit: { readonly code: number | null }): RuntimeEvent[] {
    if (this.#settled || exit.code !== 0 || this.#last === null) return [];
    this.#settled = true;
    return [this.#verdict()];
  }

  #message(message: unknown): RuntimeEvent[] {
    if (textAt(message, 'role') !== 'assistant') return [];
    this.#last = message;
    const usage = at(message, 'usage');
    if (usage === undefined) return [];
    this.#usage = addUsage(this.#usage, {
      input_tokens: numberAt(usage, 'input'),
      output_tokens: numberAt(usage, 'output'),
      cached_tokens: numberAt(usage, 'cacheRead'),
    });
    return [{ type: 'usage', usage: this.#usage }];
  }

  #verdict(): RuntimeEvent {
    const reason = textAt(this.#last, 'stopReason');
    switch (reason) {
      case 'stop':
        return { type: 'completed', content: textOfBlocks(listAt(this.#last, 'content')) };
      case 'aborted':
        return aborted();
      case 'length':
        return failed({
          code: 'MAX_TOKENS',
          class: 'back-end',
          message: 'the answer was cut: the limit of tokens was reached',
        });
      case 'error': {
        const message = textAt(this.#last, 'errorMessage') ?? 'pi reports an error without a text';
        return failed(backEndFailure(message));
      }
      default:
        return failed({
          code: 'NO_SUCCESS_EVENT',
          class: 'protocol',
          message: `pi settled, but its last message has the stopReason ${JSON.stringify(reason)}`,
        });
    }
  }
}

function delta(event: unknown): RuntimeEvent[] {
  const text = textAt(event, 'delta');
  if (text === null || text === '') return [];
  const type = textAt(event, 'type');
  if (type === 'text_delta') return [{ type: 'text', text }];
  return type === 'thinking_delta' ? [{ type: 'thinking', text }] : [];
}

function aborted(): RuntimeEvent {
  return failed({ code: 'CANCELLED', class: 'cancelled', message: 'pi reports the run as aborted' });
}

function failed(error: RuntimeFailure): RuntimeEvent {
  return { type: 'failed', error };
}
