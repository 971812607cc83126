import type { Said } from '../errors/said.js';
import type { Ranked } from '../policy/action-decide.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { againWords, besideAgainWords, exampleWords, nameWords } from '../policy/action-words.js';
import type { RouteScores } from '../policy/route-index.js';
import { nearlyMeant, wantedAgain } from './by-again.js';
import { isStart, ownExamples } from './by-example.js';
import { calledByName, isNameOf, type Weighed } from './by-name.js';
import { namedBesideAgain } from './named-beside-again.js';
import { withoutPairs } from './parameters/key-values.js';
import type { ActionSpace, RouteScorer } from './policy.js';

/** Actions in the order in which they are meant, whatever they weigh, and the task types that are meant for a reason of their own. */
export interface Claimed extends Claim {
  readonly ranked: readonly Ranked[];
}

interface Claim {
  /** One: it is meant. More: it has to be asked which. */
  readonly claimed: readonly string[];
  /** What that reason is. */
  why(type: string): Said;
}

interface Asked {
  readonly ranked: readonly Ranked[];
  readonly request: Weighed & { readonly scores: RouteScores };
  readonly actions: Pick<ActionSpace, 'exampleOf' | 'task_types'> & {
    readonly routes: Pick<RouteScorer, 'score' | 'beside'>;
  };
  readonly policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>;
}

/** Each says what a request means for a reason of its own; the first that has one is right. None claimed: it has none. */
const RULES: readonly ((asked: Asked) => Claim)[] = [byExample, byName, byAgain];

const NONE: Claim = { claimed: [], why: exampleWords };

/**
 * What a request means by being an example of the user's own, by the name of a type, or by asking for the last work again; with the words of another
 * type beside that, it may mean either.
 */
export function claimedBy(asked: Asked): Claimed {
  for (const rule of RULES) {
    const claim = rule(asked);
    if (claim.claimed.length > 0) return { ranked: inFront(asked.ranked, claim.claimed), ...claim };
  }
  return { ranked: asked.ranked, ...NONE };
}

function byExample({ ranked, request, actions, policy }: Asked): Claim {
  return { claimed: ownExamples(ranked, request.text, actions, policy), why: exampleWords };
}

function byName({ ranked, request, actions, policy }: Asked): Claim {
  const claimed = calledByName(ranked, request, actions, policy);
  const how = claimed.some((type) => isNameOf(withoutPairs(request.text), type)) ? 'alone' : 'among-others';
  return { claimed, why: (type) => nameWords(type, how) };
}

function byAgain({ ranked, request: { text, scores, scene }, actions }: Asked): Claim {
  const newest = wantedAgain(ranked, scores, scene);
  if (newest === null) return NONE;
  const other = namedBesideAgain(ranked, withoutPairs(text), newest, actions.routes) ?? nearlyMeant(scores, newest);
  if (other === null) return { claimed: [newest], why: againWords };
  const [best] = ranked;
  // The policy goes by what was done last, whatever else is named.
  if (best === undefined || !isStart(best) || best.candidate.type !== newest) return NONE;
  return { claimed: [other, newest], why: (type) => besideAgainWords(type, newest) };
}

/** What fits too little to have been weighed is put in front all the same. */
function inFront(ranked: readonly Ranked[], types: readonly string[]): Ranked[] {
  const isClaimed = (each: Ranked) => isStart(each) && types.includes(each.candidate.type);
  const claimed = ranked.filter(isClaimed);
  const left = types.filter((type) => !claimed.some((each) => isStart(each) && each.candidate.type === type));
  return [...claimed, ...left.map(unweighed), ...ranked.filter((each) => !isClaimed(each))];
}

function unweighed(type: string): Ranked {
  const candidate = { kind: 'generate_task', type, scored: 'type', score: -1, lead: 0, relations: [] } as const;
  return { candidate, utility: Number.NEGATIVE_INFINITY, probability: 0 };
}
