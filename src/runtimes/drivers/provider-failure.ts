import type { RuntimeFailure } from '../failure.js';

/** What the statuses of a model provider mean, as codes that are the same for every back-end. */
const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'AUTH',
  402: 'QUOTA',
  403: 'AUTH',
  404: 'MODEL_NOT_FOUND',
  408: 'PROVIDER_TIMEOUT',
  413: 'CONTEXT_WINDOW_EXCEEDED',
  429: 'RATE_LIMIT',
  529: 'OVERLOADED',
};

/** `status`: the HTTP status that the provider answered with; null where the back-end named none. */
export function providerFailure(status: number | null, message: string): RuntimeFailure {
  return { code: providerCode(status, message), class: 'back-end', message };
}

function providerCode(status: number | null, message: string): string {
  if (/\b(context (window|length)|prompt is too long|context_length_exceeded)\b/i.test(message)) {
    return 'CONTEXT_WINDOW_EXCEEDED';
  }
  if (/\b(insufficient_quota|exceeded your current quota|quota exceeded)\b/i.test(message)) return 'QUOTA';
  if (status === null) return 'BACKEND_ERROR';
  const known = CODES[status];
  if (known !== undefined) return known;
  return status >= 500 ? 'SERVER' : 'BACKEND_ERROR';
}

/** The status that an error text names: at its start (`401: …`, `401 …`), or after `status` or `HTTP`. Null where none is named so. */
export function statusIn(message: string): number | null {
  const found = /^\s*([45]\d\d)(?=[:\s])|\b(?:status(?: code)?|HTTP|API Error)[:=\s]+([45]\d\d)\b/i.exec(message);
  return found === null ? null : Number(found[1] ?? found[2]);
}
