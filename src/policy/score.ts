import { addRows } from './add-rows.js';
import { extract } from './features.js';
import type { RouteIndex } from './index-layout.js';
import { type Intent, isIntent } from './intents.js';
import { inverseFrequency, type Vector, vectorize } from './vectors.js';

export interface RouteScore {
  readonly label: string;
  /** Signed distance to the label's separating plane in training units: about +1 clearly inside, −1 clearly outside. */
  readonly score: number;
}

export interface RouteScores {
  /** Best first; equal scores by label. Masked labels are absent. */
  readonly routes: readonly RouteScore[];
  /** How well the text fits what is no task type, in the same units; absent where the index has no such column. */
  readonly intents: ReadonlyMap<Intent, number>;
  /** Share of the text (squared norm of its n-grams) the index has never seen, 0..1. */
  readonly unknown_mass: number;
}

/** How well a text fits each label. Reads at most `MAX_CHARS` characters (normalize.ts); never throws for a text. */
export function score(index: RouteIndex, text: string): RouteScores {
  const vector = vectorOf(index, text);
  const sums = new Float64Array(index.stride);
  sums.set(index.bias);
  addRows(vector.rows, scaled(index, vector), index.weights, sums);
  const routes: RouteScore[] = [];
  const intents = new Map<Intent, number>();
  for (const [at, { name: label, masked }] of index.labels.entries()) {
    if (masked) continue;
    if (isIntent(label)) intents.set(label, sums[at] as number);
    else routes.push({ label, score: sums[at] as number });
  }
  routes.sort((one, other) => other.score - one.score || (one.label < other.label ? -1 : 1));
  return { routes, intents, unknown_mass: vector.unknown_mass };
}

/** The text as the index sees it. */
export function vectorOf(index: RouteIndex, text: string): Vector {
  return vectorize(extract(text), { ...index, unknown_idf: inverseFrequency(index.row_count, 1) });
}

function scaled({ scale }: RouteIndex, { rows, values }: Vector): Float64Array {
  return values.map((value, at) => value * (scale[rows[at] as number] as number));
}
