import type { RuntimeFailure } from '../failure.js';

/** What the words of providers mean, in this order; matched where no HTTP status is known. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/context window|context length|maximum context|prompt is too long|ran out of room/i, 'CONTEXT_WINDOW'],
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

/** A failure that the back-end reported itself; its code from the HTTP status where one is known, else from the words. */
export function backEndFailure(message: string, status: number | null = null): RuntimeFailure {
  return { code: codeOf(message, status), class: 'back-end', message };
}

function codeOf(message: string, status: number | null): string {
  const said = WORDS.find(([pattern]) => pattern.test(message))?.[1];
  if (status === null) return said ?? 'BACKEND_ERROR';
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 429) return said === 'QUOTA' ? 'QUOTA' : 'RATE_LIMIT';
  if (status === 404) return 'MODEL_NOT_FOUND';
  if (status >= 500) return 'SERVER';
  return said === 'CONTEXT_WINDOW' || said === 'QUOTA' ? said : 'BAD_REQUEST';
}
