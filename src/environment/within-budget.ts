import { estimateTokens } from './token-estimate.js';

/** How much of the rounds a view shows: fewer characters of each text first, then fewer rounds. */
export interface Plan {
  rounds: number;
  /** Characters of one text. */
  cap: number;
}

const CAPS = [400, 200, 100, 50];
const SMALLEST_CAP = 24;

/** Every round, its texts ever shorter; then ever fewer rounds. */
export function* shorterThenFewer(rounds: number, budget: number): Generator<Plan> {
  yield { rounds, cap: budget * 4 };
  for (const cap of CAPS) {
    if (cap < budget * 4) yield { rounds, cap };
  }
  for (let left = rounds - 1; left > 0; left -= 1) yield { rounds: left, cap: 50 };
  yield { rounds: Math.min(rounds, 1), cap: SMALLEST_CAP };
  yield { rounds: 0, cap: SMALLEST_CAP };
}

/** Whole texts of ever fewer rounds; texts are cut only where the newest round alone is too much. */
export function* fewerThenShorter(rounds: number, budget: number): Generator<Plan> {
  for (let left = rounds; left > 0; left -= 1) yield { rounds: left, cap: budget * 4 };
  for (const cap of CAPS) yield { rounds: Math.min(rounds, 1), cap };
  yield { rounds: Math.min(rounds, 1), cap: SMALLEST_CAP };
  yield { rounds: 0, cap: SMALLEST_CAP };
}

/** The first, richest view within the budget; the poorest where none is. */
export function richestWithin<P, V>(plans: Iterable<P>, build: (plan: P) => V, budget: number): V {
  let view: V | undefined;
  for (const plan of plans) {
    view = build(plan);
    if (estimateTokens(JSON.stringify(view)) <= budget) break;
  }
  if (view === undefined) throw new RangeError('richestWithin() needs at least one plan');
  return view;
}
