import type { RouteScores } from '../policy/route-index.js';

/** A score from which a text is clearly inside. */
const INSIDE = 0;

/** Whether the words alone, whatever the state, read like nothing so much as a wish to stop something, or that something be left undone. */
export function wishToLeave({ routes, intents }: RouteScores): 'stop' | 'leave' | null {
  const [stop, leave] = [routes.find(({ label }) => label === 'cancel')?.score, intents.get('intent:nothing')];
  const most = Math.max(...routes.map(({ score }) => score), ...intents.values());
  if (most < INSIDE) return null;
  if (stop === most) return 'stop';
  return leave === most ? 'leave' : null;
}
