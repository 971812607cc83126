import type { Ranked } from '../policy/action-decide.js';
import type { Scene } from '../policy/action-scene.js';
import { isBuiltIn } from '../policy/action-space.js';
import type { RouteScores } from '../policy/route-index.js';
import { isStart } from './by-example.js';
import { readsLike } from './reads-like.js';

/** By how much more a text that says nothing but “again” reads like that than like any type, as scores of the route index. */
const PLAIN = 0.5;

/**
 * The type of the newest work, where a request reads like nothing so much as that the same is wanted again: however that work ended, and whatever failed or was
 * asked before it. Null: it says something else; or that work goes on, waits for an answer, is open-ended, or its package is not there.
 */
export function wantedAgain(
  ranked: readonly Ranked[],
  scores: RouteScores,
  { last, pending }: Pick<Scene, 'last' | 'pending'>,
): string | null {
  if (last === null || pending || last.status === 'running' || readsLike(scores) !== 'again') return null;
  return ranked.some((each) => isStart(each) && each.candidate.type === last.type) ? last.type : null;
}

/** The best registered type, other than that of the newest work, which a wish for the same again reads nearly as much like; null where it is plain. */
export function nearlyMeant({ routes, intents }: RouteScores, newest: string): string | null {
  const other = routes.find(({ label }) => !isBuiltIn(label) && label !== newest);
  const again = intents.get('intent:again') ?? Number.NEGATIVE_INFINITY;
  return other !== undefined && again - other.score < PLAIN ? other.label : null;
}
