import { isBuiltIn } from './action-space.js';
import { addRows } from './add-rows.js';
import { beside } from './beside.js';
import { bestFirst } from './best-first.js';
import { extract, type Features, featuresOf } from './features.js';
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
  const columns = columnsIn(index);
  const intents = new Map<Intent, number>();
  for (const { intent, at } of columns.intents) intents.set(intent, sums[at] as number);
  const routes = routesOf(columns, sums);
  return { routes, intents, beside: besideBest(index, features, routes), unknown_mass: vector.unknown_mass };
}

/** Best first; they are in the order of their labels in `columns`. */
function routesOf({ routes: columns }: Columns, sums: Float64Array): RouteScore[] {
  const scores = new Float64Array(columns.length);
  for (let place = 0; place < columns.length; place += 1) scores[place] = sums[columns[place]?.at ?? 0] as number;
  const routes: RouteScore[] = [];
  for (const place of bestFirst(scores)) {
    routes.push({ label: columns[place]?.label ?? '', score: scores[place] as number });
  }
  return routes;
}

function besideBest(
  index: RouteIndex,
  { tokens }: Features,
  routes: readonly RouteScore[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const { shared } = columnsIn(index);
  if (shared.length === 0) return found;
  const best = routes.find(({ label }) => !isBuiltIn(label));
  const column = index.labels.findIndex(({ name }) => name === best?.label);
  const rest = column < 0 ? tokens : beside(index, tokens, column);
  const vector = spaceOf(index, featuresOf(rest.join(' ')));
  const factors = scaled(index, vector);
  const places = Int32Array.from(shared, ({ at }) => at);
  const sums = Float64Array.from(places, (at) => index.bias[at] as number);
  for (let row = 0; row < factors.length; row += 1) {
    const [by, start] = [factors[row] as number, (vector.rows[row] as number) * index.stride];
    for (let own = 0; own < sums.length; own += 1) {
      sums[own] = (sums[own] as number) + by * (index.weights[start + (places[own] as number)] as number);
    }
  }
  for (const [own, { label }] of shared.entries()) found.set(label, sums[own] as number);
  return found;
}

interface Columns {
  /** Those of task types, but not of packages that are gone; by label. */
  readonly routes: readonly { readonly label: string; readonly at: number }[];
  readonly intents: readonly { readonly intent: Intent; readonly at: number }[];
  /** Those that every installation has. */
  readonly shared: readonly { readonly label: string; readonly at: number }[];
}

const COLUMNS = new WeakMap<RouteIndex['labels'], Columns>();

/** Looked for once an index, not once a decision. */
function columnsIn({ labels }: RouteIndex): Columns {
  const known = COLUMNS.get(labels);
  if (known !== undefined) return known;
  const all = labels.map(({ name: label, masked }, at) => ({ label, masked, at }));
  const found = {
    routes: all
      .filter(({ label, masked }) => !masked && !isIntent(label))
      .map(({ label, at }) => ({ label, at }))
      .sort((one, other) => (one.label < other.label ? -1 : 1)),
    intents: all.flatMap(({ label, masked, at }) => (!masked && isIntent(label) ? [{ intent: label, at }] : [])),
    shared: all.filter(({ label }) => isBuiltIn(label) || isIntent(label)).map(({ label, at }) => ({ label, at })),
  };
  COLUMNS.set(labels, found);
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
  const factors = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    factors[at] = (values[at] as number) * (scale[rows[at] as number] as number);
  }
  return factors;
}
