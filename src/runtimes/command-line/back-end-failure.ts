import type { RuntimeFailure } from '../failure.js';

/** What the statuses of a model provider mean, as codes that are the same for every back-end. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'AUTH',
  402: 'QUOTA',
  403: 'AUTH',
  404: 'MODEL_NOT_FOUND',
  408: 'PROVIDER_TIMEOUT',
  413: 'CONTEXT_WINDOW_EXCEEDED',
  429: 'RATE_LIMIT',
};

/** What the words of providers mean, in this order; matched where no HTTP status is known, or where it says less. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /context (?:window|length)|context_length_exceeded|maximum context|prompt is too long|ran out of room/i,
    'CONTEXT_WINDOW_EXCEEDED',
  ],
  [/quota|billing|insufficient (?:credit|balance|funds)|usage limit/i, 'QUOTA'],
  [/\b429\b|rate.?limit|too many requests/i, 'RATE_LIMIT'],
  [
    /\b40[13]\b|unauthori[sz]ed|authenticat|not logged in|invalid api key|incorrect api key|missing environment variable/i,
    'AUTH',
  ],
  [/model.{0,60}not (?:found|exist|supported)|selected model|may not exist/i, 'MODEL_NOT_FOUND'],
  [/\b5\d\d\b|overloaded|high demand|internal server error|service unavailable/i, 'SERVER'],
  [
    /connection (?:failed|refused|reset|closed)|error sending request|stream disconnected|network|ECONNREFUSED|ECONNRESET|ENOTFOUND/i,
    'TRANSPORT',
  ],
];

/** What a status of a whole class (bad request, too many requests) means more exactly. */
const MORE_EXACT: ReadonlySet<string> = new Set(['CONTEXT_WINDOW_EXCEEDED', 'QUOTA']);

/** A failure that the back-end reported itself. `status`: the HTTP status it named; null where it named none. */
export function backEndFailure(message: string, status: number | null = null): RuntimeFailure {
  return { code: codeOf(message, status), class: 'back-end', message };
}

function codeOf(message: string, status: number | null): string {
  const said = WORDS.find(([pattern]) => pattern.test(message))?.[1];
  if (status === null) return said ?? 'BACKEND_ERROR';
  if (said !== undefined && MORE_EXACT.has(said) && status !== 401 && status !== 403) return said;
  return STATUSES[status] ?? (status >= 500 ? 'SERVER' : 'BACKEND_ERROR');
}

/** The status that an error text names: at its start (`401: …`, `401 …`), or after `status` or `HTTP`. Null where none is named so. */
export function statusIn(message: string): number | null {
  const found = /^\s*([45]\d\d)(?=[:\s])|\b(?:status(?: code)?|HTTP|API Error)[:=\s]+([45]\d\d)\b/i.exec(message);
  return found === null ? null : Number(found[1] ?? found[2]);
}
