import { backEndFailure, statusIn } from '../../command-line/back-end-failure.js';
import { type Line, type LineMapper, rawLine } from '../../command-line/line-mapper.js';
import type { RuntimeEvent, Usage } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { at, listAt, numberAt, textAt } from '../json-fields.js';

/**
 * The one document that openclaw prints when it is done, as events: of `agent exec`, of `agent --local`, or of a turn through the Gateway.
 * `sessionKey`: the key the session was addressed by; null where its state is thrown away after the run, so that nothing can continue it.
 */
export class OpenclawMapper implements LineMapper {
  readonly #sessionKey: string | null;
  #over = false;

  constructor(sessionKey: string | null) {
    this.#sessionKey = sessionKey;
  }

  line(line: Line): RuntimeEvent[] {
    if (!('json' in line) || !isEnvelope(line.json)) return [rawLine(line)];
    return this.#over ? [] : this.#document(line.json);
  }

  /** It says nothing before the end, and nothing after its document. */
  ended(): RuntimeEvent[] {
    return [];
  }

  #document(document: unknown): RuntimeEvent[] {
    this.#over = true;
    // Through the Gateway, the same document is wrapped.
    const body = at(document, 'result') ?? document;
    const meta = at(body, 'meta');
    return [
      ...this.#session(textAt(body, 'sessionId') ?? textAt(meta, 'agentMeta', 'sessionId')),
      ...toolEvents(at(body, 'toolSummary') ?? at(meta, 'toolSummary')),
      ...usageEvents(at(body, 'usage') ?? at(meta, 'agentMeta', 'usage')),
      verdict(document, body, meta),
    ];
  }

  /** The id of its reply is bound, not the key that was sent. */
  #session(sessionId: string | null): RuntimeEvent[] {
    if (sessionId === null) return [];
    if (this.#sessionKey === null) return [{ type: 'session', sessionId }];
    return [{ type: 'session', sessionId, state: { sessionKey: this.#sessionKey } }];
  }
}

function isEnvelope(document: unknown): boolean {
  return (
    at(document, 'ok') !== undefined || at(document, 'payloads') !== undefined || at(document, 'result') !== undefined
  );
}

/** Only counts are told. */
function toolEvents(summary: unknown): RuntimeEvent[] {
  const calls = numberAt(summary, 'calls');
  if (calls === null || calls === 0) return [];
  const failures = numberAt(summary, 'failures') ?? 0;
  return [
    {
      type: 'status',
      status: 'tools',
      detail: `${listAt(summary, 'tools').join(', ')}: ${calls} (${failures} failed)`,
    },
  ];
}

function usageEvents(given: unknown): RuntimeEvent[] {
  const usage: Usage = {
    input_tokens: numberAt(given, 'input'),
    output_tokens: numberAt(given, 'output'),
    cached_tokens: numberAt(given, 'cacheRead'),
  };
  return Object.values(usage).every((value) => value === null) ? [] : [{ type: 'usage', usage }];
}

function verdict(document: unknown, body: unknown, meta: unknown): RuntimeEvent {
  const status = textAt(document, 'status');
  const ok = at(document, 'ok');
  const error = at(document, 'error') ?? at(meta, 'error');
  const payloads = listAt(body, 'payloads');
  const wrong = payloads.find((one) => at(one, 'isError') === true);
  if (status === 'timeout') {
    return failed({
      code: 'BACKEND_TIMEOUT',
      class: 'timed_out',
      message: textAt(error, 'message') ?? 'openclaw gave up',
    });
  }
  if (at(meta, 'aborted') === true) {
    return failed({ code: 'CANCELLED', class: 'cancelled', message: 'openclaw reports the turn as aborted' });
  }
  if (ok === false || (status !== null && status !== 'ok') || error !== undefined || wrong !== undefined) {
    const message = textAt(error, 'message') ?? textAt(wrong, 'text') ?? 'openclaw reports an error without a text';
    return failed(backEndFailure(message, statusIn(message)));
  }
  // Without `ok` it is a turn of a session: it has ended well when the model stopped by itself.
  const reason = textAt(meta, 'stopReason');
  if (ok !== true && reason !== null && reason !== 'stop') {
    return failed({
      code: 'UNKNOWN_STOP_REASON',
      class: 'protocol',
      message: `the turn ended with stopReason ${reason}`,
    });
  }
  const said = payloads.map((one) => textAt(one, 'text') ?? '').filter((text) => text !== '');
  return { type: 'completed', content: textAt(body, 'final') ?? said.join('\n') };
}

function failed(error: RuntimeFailure): RuntimeEvent {
  return { type: 'failed', error };
}
