import type { ChildEnd } from '../../../processes/supervised/child.js';
import { backEndFailure } from '../../command-line/back-end-failure.js';
import { SESSION_NOT_FOUND } from '../../command-line/fresh-if-stale.js';
import { type Line, type LineMapper, rawLine } from '../../command-line/line-mapper.js';
import type { RuntimeEvent, Usage } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { at, numberAt, textAt } from '../json-fields.js';
import { addUsage } from '../total-usage.js';

/** The lines of `opencode run --format json` as events. */
export class OpencodeMapper implements LineMapper {
  #sessionId: string | null = null;
  #usage: Usage | null = null;
  #answer = '';
  #rejected: string | null = null;
  #over = false;

  line(line: Line): RuntimeEvent[] {
    return 'json' in line ? this.#event(line.json) : [rawLine(line)];
  }

  stderr(line: string): RuntimeEvent[] {
    const found = /permission requested: (.+?); auto-rejecting/.exec(line);
    if (found === null) return [];
    this.#rejected = found[1] ?? null;
    return [{ type: 'status', status: 'denied', detail: this.#rejected ?? '' }];
  }

  /** Exit 0 without a last step that stopped by itself: what was asked for was rejected, and the run has no answer. */
  ended({ code, stderrTail }: ChildEnd): RuntimeEvent[] {
    if (this.#over) return [];
    if (this.#rejected !== null && code === 0) {
      return this.#end(
        failed(
          'PERMISSION_DENIED',
          'back-end',
          `opencode rejected what it would have had to ask for: ${this.#rejected}`,
        ),
      );
    }
    if (/session not found/i.test(stderrTail)) {
      return this.#end(failed(SESSION_NOT_FOUND, 'conversation', 'opencode does not know this session'));
    }
    return [];
  }

  #event(line: unknown): RuntimeEvent[] {
    const events = this.#session(textAt(line, 'sessionID'));
    const part = at(line, 'part');
    switch (textAt(line, 'type')) {
      case 'text': {
        const text = textAt(part, 'text') ?? '';
        this.#answer += text;
        if (text !== '') events.push({ type: 'text', text });
        break;
      }
      case 'reasoning': {
        const text = textAt(part, 'text') ?? '';
        if (text !== '') events.push({ type: 'thinking', text });
        break;
      }
      case 'tool_use':
        this.#answer = '';
        events.push(...this.#tool(part));
        break;
      case 'step_finish':
        events.push(...this.#stepEnd(part));
        break;
      case 'error':
        events.push(...this.#end({ type: 'failed', error: errorOf(at(line, 'error')) }));
        break;
    }
    return events;
  }

  #session(sessionId: string | null): RuntimeEvent[] {
    if (sessionId === null || sessionId === this.#sessionId) return [];
    this.#sessionId = sessionId;
    return [{ type: 'session', sessionId }];
  }

  /** Only told when the tool has ended. */
  #tool(part: unknown): RuntimeEvent[] {
    const callId = textAt(part, 'callID') ?? '';
    const ok = textAt(part, 'state', 'status') === 'completed';
    const error = textAt(part, 'state', 'error');
    const output = textAt(part, 'state', 'output') ?? error ?? '';
    const tool = textAt(part, 'tool') ?? 'tool';
    if (error !== null && /rejected permission/i.test(error)) this.#rejected ??= tool;
    return [
      { type: 'tool_call', callId, tool, input: at(part, 'state', 'input') ?? null },
      { type: 'tool_result', callId, ok, output },
    ];
  }

  #stepEnd(part: unknown): RuntimeEvent[] {
    this.#usage = addUsage(this.#usage, {
      input_tokens: numberAt(part, 'tokens', 'input'),
      output_tokens: numberAt(part, 'tokens', 'output'),
      cached_tokens: numberAt(part, 'tokens', 'cache', 'read'),
    });
    const usage: RuntimeEvent = { type: 'usage', usage: this.#usage };
    const reason = textAt(part, 'reason');
    if (reason === 'stop') return [usage, ...this.#end({ type: 'completed', content: this.#answer })];
    if (reason === 'length') {
      return [
        usage,
        ...this.#end(failed('MAX_TOKENS', 'back-end', 'the answer was cut: the limit of tokens was reached')),
      ];
    }
    if (reason === 'content-filter') {
      return [usage, ...this.#end(failed('REFUSED', 'back-end', 'the provider filtered the answer'))];
    }
    return [usage];
  }

  /** Errors are printed twice; the first end counts. */
  #end(event: RuntimeEvent): RuntimeEvent[] {
    if (this.#over) return [];
    this.#over = true;
    return [event];
  }
}

function errorOf(error: unknown): RuntimeFailure {
  const name = textAt(error, 'name') ?? 'Error';
  const message = textAt(error, 'data', 'message') ?? name;
  switch (name) {
    case 'ContextOverflowError':
      return { code: 'CONTEXT_WINDOW_EXCEEDED', class: 'back-end', message };
    case 'ProviderAuthError':
      return { code: 'AUTH', class: 'back-end', message };
    case 'MessageAbortedError':
      return { code: 'CANCELLED', class: 'cancelled', message };
    case 'MessageOutputLengthError':
      return { code: 'MAX_TOKENS', class: 'back-end', message };
    default:
      return backEndFailure(message, numberAt(error, 'data', 'statusCode'));
  }
}

function failed(code: string, failureClass: RuntimeFailure['class'], message: string): RuntimeEvent {
  return { type: 'failed', error: { code, class: failureClass, message } };
}
