import type { RuntimeFailure } from '../../failure.js';
import { providerFailure, statusIn } from '../provider-failure.js';

/** Sentences of Codex's own that stand for a status it does not name. */
const SENTENCES: readonly (readonly [RegExp, number])[] = [
  [/currently experiencing high demand/i, 529],
  [/ran out of room in the model's context window/i, 413],
  [/^missing environment variable|not logged in/i, 401],
  [/^quota exceeded/i, 402],
];

/** A failure that Codex reported. `status`: of the model's answer, where it names one. */
export function codexFailure(message: string, status: number | null = null): RuntimeFailure {
  const meant = status ?? SENTENCES.find(([sentence]) => sentence.test(message))?.[1] ?? statusIn(message);
  if (meant === null && /connection failed|stream disconnected|error sending request/i.test(message)) {
    return { code: 'TRANSPORT', class: 'back-end', message };
  }
  return providerFailure(meant, message);
}
