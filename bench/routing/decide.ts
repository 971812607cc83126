import { packageRows, type RouteIndex, score, trainIndex, type WholeIndex } from '../../src/policy/route-index.js';
import type { Example } from './dataset.js';
import { byLabel } from './splits.js';

/** As an installation would build it: each label a package of that name with these examples. `oos` is no label. */
export function buildIndex(examples: readonly Example[]): WholeIndex {
  return trainIndex(
    [...byLabel(examples)].flatMap(([label, own]) =>
      packageRows({ label, name: label, description: '', when_to_use: '', examples: own.map(({ text }) => text) }),
    ),
  );
}

export interface Decided<T extends Example> {
  readonly question: T;
  readonly best: string;
  readonly score: number;
  readonly unknown_mass: number;
  readonly ms: number;
}

export function decideAll<T extends Example>(index: RouteIndex, questions: readonly T[]): Decided<T>[] {
  return questions.map((question) => {
    const started = performance.now();
    const { routes, unknown_mass } = score(index, question.text);
    const ms = performance.now() - started;
    return { question, best: routes[0]?.label ?? '', score: routes[0]?.score ?? 0, unknown_mass, ms };
  });
}
