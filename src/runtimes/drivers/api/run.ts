import { modelAt } from '../../../models/create-model.js';
import type { ModelEndpoint } from '../../../models/endpoint.js';
import { ModelFailedError } from '../../../models/failure.js';
import type { Ledger } from '../../../models/ledger.js';
import type { Completion, ModelCall } from '../../../models/model.js';
import type { StopReport } from '../../../processes/stop.js';
import { EventQueue } from '../../command-line/event-queue.js';
import type { DriverCall, OneShotRun } from '../../driver.js';
import type { RuntimeEvent, TerminalEvent } from '../../events.js';
import { failureOf, unfinished } from './failure.js';

/** There is no process that could be left. */
const NOTHING_LEFT: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

/** One question to the model at an endpoint, streamed. */
export function apiRun(call: DriverCall, endpoint: ModelEndpoint, ledger: Ledger | undefined): OneShotRun {
  const stopping = new AbortController();
  const queue = new EventQueue<RuntimeEvent>({ pause: () => {}, resume: () => {} });
  const model = modelAt(endpoint, {
    ...(ledger !== undefined && { ledger }),
    onRetry: ({ kind, status, tries, waitMs }) => {
      const http = status === null ? '' : `HTTP ${status}, `;
      queue.push({ type: 'status', status: 'retry', detail: `${kind} (${http}try ${tries}): again in ${waitMs} ms` });
    },
  });
  const asked: ModelCall = {
    messages: [
      ...(call.developerInstructions === null ? [] : [{ role: 'system' as const, text: call.developerInstructions }]),
      { role: 'user', text: call.prompt },
    ],
    onText: (text) => queue.push({ type: 'text', text }),
    onThinking: (text) => queue.push({ type: 'thinking', text }),
  };
  const work = async (): Promise<void> => {
    const events = await model.complete(asked, stopping.signal).then(eventsOf, (error: unknown) => [failed(error)]);
    for (const event of events) queue.push(event);
    queue.end();
  };
  const done = work();
  return {
    launched: Promise.resolve(null),
    events: queue,
    exit: done.then(() => ({ kind: 'settled' })),
    stop: async () => {
      stopping.abort();
      await done;
      return NOTHING_LEFT;
    },
  };
}

function eventsOf({ text, finishReason, usage }: Completion): RuntimeEvent[] {
  const error = unfinished(finishReason);
  return [{ type: 'usage', usage }, error === null ? { type: 'completed', content: text } : { type: 'failed', error }];
}

function failed(error: unknown): TerminalEvent {
  if (error instanceof ModelFailedError) return { type: 'failed', error: failureOf(error) };
  const message = error instanceof Error ? error.message : String(error);
  return { type: 'failed', error: { code: 'NOT_ACCOUNTED', class: 'recording', message } };
}
