import type { ModelEndpoint } from './endpoint.js';
import { type Fetch, FORMATS } from './formats.js';

/** What is known of one request, whatever the SDK made of it. */
export interface Exchange {
  /** Of the answer; null until its first byte. */
  status: number | null;
  headers: Headers | null;
  /** The connection broke before the answer was all there. */
  broken: boolean;
}

/** An answer beyond this many bytes is no answer. */
const LARGEST_ANSWER = 64 * 2 ** 20;

export class AnswerTooLargeError extends Error {
  constructor() {
    super(`more than ${LARGEST_ANSWER} bytes`);
  }
}

/**
 * The `fetch` of one try: the SDK writes the request, this makes it the endpoint's. Address, key, headers, user agent and body are as the
 * endpoint says. Redirects are not followed: the next host would get the key.
 */
export function fetchFor(
  endpoint: ModelEndpoint,
  effort: string | undefined,
  exchange: Exchange,
  heard: () => void,
): Fetch {
  return async (input, init) => {
    const answer = await globalThis.fetch(endpoint.isFullUrl ? endpoint.baseUrl : input, {
      ...init,
      redirect: 'manual',
      headers: headersOf(endpoint, new Headers(init?.headers)),
      body: bodyOf(endpoint, effort, init?.body),
    });
    exchange.status = answer.status;
    exchange.headers = answer.headers;
    heard();
    if (answer.body === null) return answer;
    return new Response(watched(answer.body, exchange, heard), {
      status: answer.status,
      statusText: answer.statusText,
      headers: answer.headers,
    });
  };
}

function headersOf(endpoint: ModelEndpoint, headers: Headers): Headers {
  for (const name of ['authorization', 'x-api-key', 'x-goog-api-key']) headers.delete(name);
  if (endpoint.key !== null) headers.set(...FORMATS[endpoint.format].auth(endpoint.key));
  headers.set('user-agent', endpoint.userAgent ?? 'environment-runtime');
  for (const [name, value] of Object.entries(endpoint.headers ?? {})) headers.set(name, value);
  return headers;
}

function bodyOf(
  endpoint: ModelEndpoint,
  effort: string | undefined,
  body: RequestInit['body'] = null,
): NonNullable<RequestInit['body']> | null {
  if (typeof body !== 'string' || (effort === undefined && endpoint.body === undefined)) return body;
  const asked = effort === undefined ? {} : FORMATS[endpoint.format].effort(effort);
  return JSON.stringify(merged(merged(JSON.parse(body), asked), endpoint.body ?? {}));
}

/** RFC 7396. */
function merged(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result = typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {};
  const fields = new Map<string, unknown>(Object.entries(result));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, merged(fields.get(name), value));
  }
  return Object.fromEntries(fields);
}

/** The body as it comes, with what is to be known of it noted. */
function watched(body: ReadableStream<Uint8Array>, exchange: Exchange, heard: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        exchange.broken = true;
        throw error;
      });
      if (done) {
        controller.close();
        return;
      }
      heard();
      bytes += value.byteLength;
      if (bytes > LARGEST_ANSWER) {
        await reader.cancel();
        throw new AnswerTooLargeError();
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
