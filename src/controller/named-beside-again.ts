import type { Ranked } from '../policy/action-decide.js';
import { isStart } from './by-example.js';
import { mentions } from './parameters/mentions.js';
import type { RouteScorer } from './policy.js';

/** A score from which words are clearly those of a type. */
const INSIDE = 0;

/**
 * The type, other than that of the newest work, which a wish for the same again names beside it (“run the disk one again”): by its name, or in words
 * that fit it, and fit none better. Null where there is none.
 */
export function namedBesideAgain(
  ranked: readonly Ranked[],
  text: string,
  newest: string,
  routes: Pick<RouteScorer, 'score' | 'beside'>,
): string | null {
  const rest = routes.beside(text, 'intent:again');
  const types = new Set(ranked.flatMap((each) => (isStart(each) ? [each.candidate.type] : [])));
  const fitting = routes.score(rest).routes.filter(({ label }) => types.has(label));
  const called = fitting.filter(({ label }) => mentions(rest, label));
  const [best] = called.length > 0 ? called : fitting.filter(({ score }) => score >= INSIDE);
  return best === undefined || best.label === newest || called.some(({ label }) => label === newest)
    ? null
    : best.label;
}
