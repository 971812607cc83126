import { isBuiltIn } from '../policy/action-space.js';
import {
  isIntent,
  packageRows,
  type RouteIndex,
  type RouteRow,
  type RouteScores,
  score,
  trainIndex,
} from '../policy/route-index.js';
import type { RoutedTexts } from './protocol-data.js';
import { FOLDS } from './split.js';
import { rowsOf, type Utterance } from './utterances.js';

/** A set of task types as an installation might have it, with the index it would have. */
export interface TrainingCatalog {
  routes(text: string): RouteScores;
  has(type: string): boolean;
}

/** The same with an index for each fold, built without what that fold is judged on: its utterances, and every third example. */
export interface FoldedCatalog {
  /** Takes folds modulo their number. */
  routes(text: string, fold: number): RouteScores;
  has(type: string): boolean;
}

export function catalogOf(types: readonly RoutedTexts[], utterances: readonly RouteRow[]): TrainingCatalog {
  const index = indexOf(types, utterances);
  const names = new Set(types.map(({ name }) => name));
  return { routes: (text) => score(index, text), has: (type) => names.has(type) };
}

/** `examples`: of each type at most so many. */
export function foldedCatalogOf(
  types: readonly RoutedTexts[],
  utterances: readonly Utterance[],
  examples = Number.POSITIVE_INFINITY,
): FoldedCatalog {
  const names = new Set(types.map(({ name }) => name));
  const indexes = Array.from({ length: FOLDS }, (_, fold) =>
    indexOf(
      types.map((type) => ({
        ...type,
        examples: type.examples.filter((_, at) => at < examples && at % FOLDS !== fold),
      })),
      rowsOf(utterances.filter((utterance) => utterance.fold !== fold)),
    ),
  );
  // A text is asked for in several states, one after another.
  let last: { readonly text: string; readonly fold: number; readonly scores: RouteScores } | null = null;
  return {
    routes: (text, fold) => {
      if (last?.text !== text || last.fold !== fold % FOLDS) {
        last = { text, fold: fold % FOLDS, scores: score(indexes[fold % FOLDS] as RouteIndex, text) };
      }
      return last.scores;
    },
    has: (type) => names.has(type),
  };
}

function indexOf(types: readonly RoutedTexts[], utterances: readonly RouteRow[]): RouteIndex {
  const names = new Set(types.map(({ name }) => name));
  return trainIndex([
    ...types.flatMap((type) => packageRows({ label: type.name, ...type })),
    ...utterances.filter(({ label }) => isIntent(label) || names.has(label)),
  ]);
}

/**
 * Installations of several kinds, so that the policy rests on margins and not on which types there are: the bundled types; those beside many
 * foreign ones; few examples each; foreign ones alone.
 */
export function trainingCatalogs(
  types: readonly RoutedTexts[],
  foreign: readonly RoutedTexts[],
  utterances: readonly Utterance[],
) {
  const even = foreign.filter((_, at) => at % 2 === 0);
  const odd = foreign.filter((_, at) => at % 2 === 1);
  return {
    bundled: foldedCatalogOf(types, utterances),
    crowded: foldedCatalogOf([...types, ...foreign], utterances),
    sparse: foldedCatalogOf([...types, ...even], utterances, 10),
    foreign: foldedCatalogOf([...types.filter(({ name }) => isBuiltIn(name)), ...odd], utterances),
  };
}
