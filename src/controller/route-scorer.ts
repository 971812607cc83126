import { textBeside } from '../policy/beside.js';
import { explain, wordsFor } from '../policy/explain.js';
import { confidence, margin, type RouteIndex, SHIPPED_CALIBRATION, score, version } from '../policy/route-index.js';
import type { RouteScorer } from './policy.js';

/** The route index as a policy sees it, with the calibration shipped for it. */
export function routeScorer(index: RouteIndex, threshold: number | null): RouteScorer {
  const name = version(index);
  return {
    version: name,
    threshold: threshold ?? confidence(SHIPPED_CALIBRATION.threshold, SHIPPED_CALIBRATION),
    score: (text) => score(index, text),
    confidence: (scores) => confidence(margin(scores, SHIPPED_CALIBRATION), SHIPPED_CALIBRATION),
    explain: (text, taskType, limit) => explain(index, text, taskType, limit),
    words: (text, label, limit) => wordsFor(index, text, label, limit),
    beside: (text, label) => textBeside(index, text, label),
  };
}
