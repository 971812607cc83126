import type { RouteScores } from '../policy/route-index.js';

export type Reading = 'stop' | 'leave' | 'status' | 'again';

/** A score from which a text is clearly inside. */
const INSIDE = 0;

/**
 * What the words alone, whatever the state, read like nothing so much as: a wish to stop something, or that something be left undone, to hear
 * how things are, or to have the same again.
 */
export function readsLike({ routes, intents }: RouteScores): Reading | null {
  const of = (type: string) => routes.find(({ label }) => label === type)?.score;
  const most = Math.max(...routes.map(({ score }) => score), ...intents.values());
  if (most < INSIDE) return null;
  if (of('cancel') === most) return 'stop';
  if (of('status') === most) return 'status';
  if (intents.get('intent:again') === most) return 'again';
  return intents.get('intent:nothing') === most ? 'leave' : null;
}
