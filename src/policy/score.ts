import { isBuiltIn } from './action-space.js';
import { addRows } from './add-rows.js';
import { beside } from './beside.js';
import { extract, type Features, featureReader } from './features.js';
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
  /**
   * What is said of the best registered type: how well the built-in types and the intents fit the text without that type's own words; absent
   * where the index has no such column.
   */
  readonly beside: ReadonlyMap<string, number>;
  /** Share of the text (squared norm of its n-grams) the index has never seen, 0..1. */
  readonly unknown_mass: number;
}

/** How well a text fits each label. Reads at most `MAX_CHARS` characters (normalize.ts); never throws for a text. */
export function score(index: RouteIndex, text: string): RouteScores {
  const features = extract(text);
  const vector = spaceOf(index, features);
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
  return { routes, intents, beside: besideBest(index, features, routes), unknown_mass: vector.unknown_mass };
}

/** Its own, so that the features of the whole text stay at hand for the actions. */
const readRest = featureReader();

function besideBest(
  index: RouteIndex,
  { tokens }: Features,
  routes: readonly RouteScore[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const shared = sharedColumns(index);
  if (shared.length === 0) return found;
  const best = routes.find(({ label }) => !isBuiltIn(label));
  const column = index.labels.findIndex(({ name }) => name === best?.label);
  const rest = column < 0 ? tokens : beside(index, tokens, column);
  const vector = spaceOf(index, readRest(rest.join(' ')));
  const factors = scaled(index, vector);
  for (const at of shared) {
    let sum = index.bias[at] as number;
    for (let row = 0; row < factors.length; row += 1) {
      sum += (factors[row] as number) * (index.weights[(vector.rows[row] as number) * index.stride + at] as number);
    }
    found.set(index.labels[at]?.name ?? '', sum);
  }
  return found;
}

const SHARED = new WeakMap<RouteIndex['labels'], readonly number[]>();

/** The columns that every installation has: looked for once an index, not once a decision. */
function sharedColumns({ labels }: RouteIndex): readonly number[] {
  const known = SHARED.get(labels);
  if (known !== undefined) return known;
  const found = [...labels.keys()].filter(
    (at) => isBuiltIn(labels[at]?.name ?? '') || isIntent(labels[at]?.name ?? ''),
  );
  SHARED.set(labels, found);
  return found;
}

/** The text as the index sees it. */
export function vectorOf(index: RouteIndex, text: string): Vector {
  return spaceOf(index, extract(text));
}

function spaceOf(index: RouteIndex, features: Features): Vector {
  return vectorize(features, { ...index, unknown_idf: inverseFrequency(index.row_count, 1) });
}

function scaled({ scale }: RouteIndex, { rows, values }: Vector): Float64Array {
  return values.map((value, at) => value * (scale[rows[at] as number] as number));
}
