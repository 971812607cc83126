import type { Ranked } from '../policy/action-decide.js';
import type { Scene } from '../policy/action-scene.js';
import type { RouteScores } from '../policy/route-index.js';
import { isStart } from './by-example.js';
import { readsLike } from './reads-like.js';

/**
 * The type of the newest work, where a request says nothing but that the same is wanted again: however that work ended, and whatever failed or was
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
