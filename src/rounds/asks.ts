import type { RouteScorer } from '../controller/policy.js';

/** As a confidence: from here on, words are likelier a request than not. */
const LIKELY_A_REQUEST = 0.5;

/** Whether the words that stand beside a value would be a request without it. */
export function asks(beside: string, routes: Pick<RouteScorer, 'score' | 'confidence'>): boolean {
  return /[\p{L}\p{N}]/u.test(beside) && routes.confidence(routes.score(beside)) >= LIKELY_A_REQUEST;
}
