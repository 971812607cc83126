import type { Said } from '../errors/said.js';
import type { Ranked } from '../policy/action-decide.js';
import type { ActionPolicy } from '../policy/action-file.js';
import type { Scene } from '../policy/action-scene.js';
import { againWords, exampleWords } from '../policy/action-words.js';
import type { RouteScores } from '../policy/route-index.js';
import { wantedAgain } from './by-again.js';
import { isStart, ownExamples } from './by-example.js';
import type { ActionSpace } from './policy.js';

/** Actions in the order in which they are meant, whatever they weigh, and the task types that are meant for a reason of their own. */
export interface Claimed {
  readonly ranked: readonly Ranked[];
  /** One: it is meant. More: it has to be asked which. */
  readonly claimed: readonly string[];
  /** What that reason is. */
  why(type: string): Said;
}

/** What a request means by being an example of the user's own, or by asking for nothing but the last work again. */
export function claimedBy(
  ranked: readonly Ranked[],
  { text, scores, scene }: { readonly text: string; readonly scores: RouteScores; readonly scene: Scene },
  actions: Pick<ActionSpace, 'exampleOf'>,
  policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>,
): Claimed {
  const own = ownExamples(ranked, text, actions, policy);
  if (own.length > 0) return { ranked: inFront(ranked, own), claimed: own, why: exampleWords };
  const again = wantedAgain(ranked, scores, scene);
  return again === null
    ? { ranked, claimed: [], why: exampleWords }
    : { ranked: inFront(ranked, [again]), claimed: [again], why: againWords };
}

function inFront(ranked: readonly Ranked[], types: readonly string[]): Ranked[] {
  const isClaimed = (each: Ranked) => isStart(each) && types.includes(each.candidate.type);
  return [...ranked.filter(isClaimed), ...ranked.filter((each) => !isClaimed(each))];
}
