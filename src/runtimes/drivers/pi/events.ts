import type { ChildEnd } from '../../../processes/supervised/child.js';
import { backEndFailure, statusIn } from '../../command-line/back-end-failure.js';
import { SESSION_NOT_FOUND } from '../../command-line/fresh-if-stale.js';
import { failed, type Line, type LineMapper, rawLine } from '../../command-line/line-mapper.js';
import type { RuntimeEvent, Usage } from '../../events.js';
import { at, listAt, numberAt, textAt, textOfBlocks } from '../json-fields.js';
import { addUsage } from '../total-usage.js';

/** The lines of `pi --mode json` as events. pi exits 0 whatever happened: its last assistant message says how it ended. */
export class PiMapper implements LineMapper {
  #usage: Usage | null = null;
  #last: unknown = null;
  #settled = false;

  line(line: Line): RuntimeEvent[] {
    return 'json' in line ? this.#event(line.json) : [rawLine(line)];
  }

  /** Older versions do not say that they have settled: then the last message decides, but only with exit 0. */
  ended(end: ChildEnd): RuntimeEvent[] {
    if (this.#settled) return [];
    if (this.#last === null && /no session|session.{0,80}not found/i.test(end.stderrTail)) {
      return [failed({ code: SESSION_NOT_FOUND, class: 'conversation', message: 'pi does not know this session' })];
    }
    return end.code === 0 && this.#last !== null ? [this.#verdict()] : [];
  }

  #event(line: unknown): RuntimeEvent[] {
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
        return failed(backEndFailure(message, statusIn(message)));
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
