import { type Ranked, thresholdFor } from '../policy/action-decide.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { textHash } from '../policy/text-hash.js';
import type { ActionSpace } from './policy.js';

/** Actions in the order in which they are meant, and the task types that are meant because the request is word for word an example of theirs. */
export interface ByExample {
  readonly ranked: readonly Ranked[];
  /** One: it is meant. More: it has to be asked which. */
  readonly claimed: readonly string[];
}

/**
 * A request that packages of the user's own give as an example is a request for one of them, however well it fits a type that came with the
 * product. What surely asks for no workflow in the state at hand (how a run goes, that it stop, open-ended work) stays what it is: an example
 * takes no question away from what is under way.
 */
export function byOwnExample(
  ranked: readonly Ranked[],
  text: string,
  actions: Pick<ActionSpace, 'exampleOf'>,
  policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>,
): ByExample {
  const types = ranked.flatMap((each) => (isStart(each) ? [each.candidate.type] : []));
  const stops = ranked.some(({ candidate }) => candidate.kind === 'generate_task' && candidate.type === 'cancel');
  if (stops && policy.plain_cancels.includes(textHash(text))) return { ranked, claimed: [] };
  const [best] = ranked;
  if (best !== undefined && !isStart(best) && best.probability >= thresholdFor(best, text, policy)) {
    return { ranked, claimed: [] };
  }
  const claimed = actions.exampleOf(text, { among: types, source: 'user' });
  if (claimed.length === 0) return { ranked, claimed };
  const isClaimed = (each: Ranked) => isStart(each) && claimed.includes(each.candidate.type);
  return { ranked: [...ranked.filter(isClaimed), ...ranked.filter((each) => !isClaimed(each))], claimed };
}

/** Whether what is likeliest has the request as an example, and nothing else that came with the product has. */
export function isOnlyExample(
  ranked: readonly Ranked[],
  text: string,
  actions: Pick<ActionSpace, 'exampleOf'>,
): boolean {
  const types = ranked.flatMap((each) => (isStart(each) ? [each.candidate.type] : []));
  const [best] = ranked;
  if (best === undefined || !isStart(best)) return false;
  const giving = actions.exampleOf(text, { among: types, source: 'bundled' });
  return giving.length === 1 && giving[0] === best.candidate.type;
}

type Start = Ranked & { readonly candidate: { readonly kind: 'generate_task'; readonly type: string } };

/** Whether it starts something. */
export function isStart(ranked: Ranked): ranked is Start {
  return ranked.candidate.kind === 'generate_task' && ranked.candidate.scored === 'type';
}
