import type { Said } from '../errors/said.js';
import type { Ranked } from '../policy/action-decide.js';
import type { ActionPolicy } from '../policy/action-file.js';
import type { Scene } from '../policy/action-scene.js';
import { againWords, besideAgainWords, exampleWords } from '../policy/action-words.js';
import type { RouteScores } from '../policy/route-index.js';
import { nearlyMeant, wantedAgain } from './by-again.js';
import { isStart, ownExamples } from './by-example.js';
import { namedBesideAgain } from './named-beside-again.js';
import { withoutPairs } from './parameters/key-values.js';
import type { ActionSpace, RouteScorer } from './policy.js';

/** Actions in the order in which they are meant, whatever they weigh, and the task types that are meant for a reason of their own. */
export interface Claimed {
  readonly ranked: readonly Ranked[];
  /** One: it is meant. More: it has to be asked which. */
  readonly claimed: readonly string[];
  /** What that reason is. */
  why(type: string): Said;
}

/** What a request means by being an example of the user's own, or by asking for the last work again; with the words of another type beside that, it may mean either. */
export function claimedBy(
  ranked: readonly Ranked[],
  { text, scores, scene }: { readonly text: string; readonly scores: RouteScores; readonly scene: Scene },
  actions: Pick<ActionSpace, 'exampleOf'> & { readonly routes: Pick<RouteScorer, 'score' | 'beside'> },
  policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>,
): Claimed {
  const own = ownExamples(ranked, text, actions, policy);
  if (own.length > 0) return { ranked: inFront(ranked, own), claimed: own, why: exampleWords };
  const newest = wantedAgain(ranked, scores, scene);
  if (newest === null) return unclaimed(ranked);
  const other = namedBesideAgain(ranked, withoutPairs(text), newest, actions.routes) ?? nearlyMeant(scores, newest);
  if (other === null) return { ranked: inFront(ranked, [newest]), claimed: [newest], why: againWords };
  const [best] = ranked;
  // The policy goes by what was done last, whatever else is named.
  if (best === undefined || !isStart(best) || best.candidate.type !== newest) return unclaimed(ranked);
  const either = [other, newest];
  return { ranked: inFront(ranked, either), claimed: either, why: (type) => besideAgainWords(type, newest) };
}

function unclaimed(ranked: readonly Ranked[]): Claimed {
  return { ranked, claimed: [], why: exampleWords };
}

function inFront(ranked: readonly Ranked[], types: readonly string[]): Ranked[] {
  const isClaimed = (each: Ranked) => isStart(each) && types.includes(each.candidate.type);
  return [...ranked.filter(isClaimed), ...ranked.filter((each) => !isClaimed(each))];
}
