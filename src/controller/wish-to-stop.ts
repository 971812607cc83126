import type { RouteScores } from '../policy/route-index.js';

/** A score from which a text is clearly inside. */
const INSIDE = 0;

/** Whether the words alone, whatever the state, read like nothing so much as a wish to stop something. */
export function isWishToStop({ routes, intents }: RouteScores): boolean {
  const stop = routes.find(({ label }) => label === 'cancel')?.score ?? Number.NEGATIVE_INFINITY;
  return stop >= INSIDE && stop === Math.max(...routes.map(({ score }) => score), ...intents.values());
}
