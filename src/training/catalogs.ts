import { isBuiltIn } from '../policy/action-space.js';
import { packageRows, type RouteIndex, type RouteScores, score, trainIndex } from '../policy/route-index.js';
import type { RoutedTexts } from './protocol-data.js';

/** A set of task types as an installation might have it, with the index it would have. */
export interface TrainingCatalog {
  routes(text: string): RouteScores;
  has(type: string): boolean;
}

/** `examples`: of each type at most so many. */
export function catalogOf(types: readonly RoutedTexts[], examples = Number.POSITIVE_INFINITY): TrainingCatalog {
  const names = new Set(types.map(({ name }) => name));
  const index = indexOf(types, (_, at) => at < examples);
  return { routes: (text) => score(index, text), has: (type) => names.has(type) };
}

export function indexOf(
  types: readonly RoutedTexts[],
  keep: (example: string, at: number) => boolean = () => true,
): RouteIndex {
  return trainIndex(
    types.flatMap((type) => packageRows({ label: type.name, ...type, examples: type.examples.filter(keep) })),
  );
}

/**
 * Installations of several kinds, so that the policy rests on margins and not on which types there are: the bundled types; those beside many
 * foreign ones; few examples each; foreign ones alone.
 */
export function trainingCatalogs(types: readonly RoutedTexts[], foreign: readonly RoutedTexts[]) {
  const even = foreign.filter((_, at) => at % 2 === 0);
  const odd = foreign.filter((_, at) => at % 2 === 1);
  return {
    bundled: catalogOf(types),
    crowded: catalogOf([...types, ...foreign]),
    sparse: catalogOf([...types, ...even], 10),
    foreign: catalogOf([...types.filter(({ name }) => isBuiltIn(name)), ...odd]),
  };
}
