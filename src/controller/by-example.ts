import { type Ranked, thresholdFor } from '../policy/action-decide.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { textHash } from '../policy/text-hash.js';
import type { ActionSpace } from './policy.js';

/**
 * A request that packages of the user's own give as an example is a request for one of them, however well it fits a type that came with the
 * product, or reads like open-ended work: that is what nobody else has claimed. What surely is about work under way in the state at hand (how a run
 * goes, that it stop) stays what it is: an example takes no question away from it.
 */
export function ownExamples(
  ranked: readonly Ranked[],
  text: string,
  actions: Pick<ActionSpace, 'exampleOf'>,
  policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>,
): readonly string[] {
  const types = ranked.flatMap((each) => (isStart(each) ? [each.candidate.type] : []));
  if (isSurelyAboutWork(ranked, text, policy)) return [];
  return actions.exampleOf(text, { among: types, source: 'user' });
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

/** Whether the request is surely about what was done or goes on. */
export function isSurelyAboutWork(
  ranked: readonly Ranked[],
  text: string,
  policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>,
): boolean {
  const stops = ranked.some(({ candidate }) => candidate.kind === 'generate_task' && candidate.type === 'cancel');
  if (stops && policy.plain_cancels.includes(textHash(text))) return true;
  const [best] = ranked;
  return best !== undefined && isAboutWork(best) && best.probability >= thresholdFor(best, text, policy);
}

/** Whether it looks at what was done or ends it. */
function isAboutWork({ candidate }: Ranked): boolean {
  if (candidate.kind === 'observe') return candidate.tool !== 'beijing_time';
  return candidate.scored !== 'type' && candidate.type !== 'executor';
}

type Start = Ranked & { readonly candidate: { readonly kind: 'generate_task'; readonly type: string } };

/** Whether it starts something. */
export function isStart(ranked: Ranked): ranked is Start {
  return ranked.candidate.kind === 'generate_task' && ranked.candidate.scored === 'type';
}
