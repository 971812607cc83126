import { isBuiltIn } from './action-space.js';
import type { IndexLabel, RouteRow } from './index-layout.js';
import { isIntent } from './intents.js';
import { TRAINING } from './training-constants.js';
import type { SparseVector } from './vectors.js';

export interface Columns {
  readonly stride: number;
  readonly scale: Float32Array;
  readonly weights: Int8Array;
  readonly bias: Float32Array;
  readonly labels: readonly IndexLabel[];
}

/**
 * Lets the columns of other packages that claim rows of one (score above 0) give way on them: two passes of the coordinate descent that a whole
 * build does (learner.ts), over these rows alone and from the weights as they are. Without it a column learnt from hundreds of rows keeps a claim on what a new package says in these
 * very words. What belongs to the runtime itself gives way to nobody. Changes `weights` and `scale` in place; only rows of n-grams that the new rows hold.
 */
export function makeRoom(
  columns: Columns,
  own: number,
  rows: readonly RouteRow[],
  vectors: readonly SparseVector[],
): void {
  const { bias, labels } = columns;
  const giving = Int32Array.from(labels.keys()).filter(
    (column) => column !== own && !isRuntimes(labels[column]?.name ?? ''),
  );
  const loose = loosen(columns, giving, vectors);
  const dual = new Float64Array(vectors.length * giving.length);
  const scores = new Float64Array(giving.length);
  const steps = new Float64Array(giving.length);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let at = 0; at < vectors.length; at += 1) {
      const { values } = vectors[at] as SparseVector;
      const places = loose.places[at] as Int32Array;
      const damping = 0.5 / (TRAINING.c * (rows[at]?.weight ?? 1));
      for (let each = 0; each < giving.length; each += 1) scores[each] = bias[giving[each] as number] as number;
      let square = 0;
      for (let entry = 0; entry < places.length; entry += 1) {
        const value = values[entry] as number;
        square += value * value;
        const base = (places[entry] as number) * giving.length;
        for (let each = 0; each < giving.length; each += 1)
          scores[each] = (scores[each] as number) + value * (loose.weights[base + each] as number);
      }
      let moves = false;
      for (let each = 0; each < giving.length; each += 1) {
        const held = at * giving.length + each;
        const before = dual[held] as number;
        const after = Math.max(0, before + ((scores[each] as number) - damping * before) / (square + damping));
        dual[held] = after;
        steps[each] = after - before;
        moves ||= after !== before;
      }
      if (!moves) continue;
      for (let entry = 0; entry < places.length; entry += 1) {
        const value = values[entry] as number;
        const base = (places[entry] as number) * giving.length;
        for (let each = 0; each < giving.length; each += 1)
          loose.weights[base + each] = (loose.weights[base + each] as number) - (steps[each] as number) * value;
      }
    }
  }
  fasten(columns, giving, loose);
}

/** The weights that may give way, as numbers: [place][giving column]. A feature of the new rows has a place. Loops are plain: this runs once in a process. */
interface Loose {
  /** Feature of each place. */
  readonly features: Int32Array;
  readonly weights: Float64Array;
  /** The places of each vector's entries. */
  readonly places: readonly Int32Array[];
}

function loosen({ stride, scale, weights }: Columns, giving: Int32Array, vectors: readonly SparseVector[]): Loose {
  const placeOf = new Map<number, number>();
  const places = vectors.map(({ rows }) => {
    const own = new Int32Array(rows.length);
    for (let entry = 0; entry < rows.length; entry += 1) {
      const feature = rows[entry] as number;
      const place = placeOf.get(feature) ?? placeOf.size;
      if (place === placeOf.size) placeOf.set(feature, place);
      own[entry] = place;
    }
    return own;
  });
  const features = Int32Array.from(placeOf.keys());
  const loose = new Float64Array(features.length * giving.length);
  for (let place = 0, to = 0; place < features.length; place += 1) {
    const feature = features[place] as number;
    const step = scale[feature] as number;
    for (let each = 0; each < giving.length; each += 1, to += 1)
      loose[to] = (weights[feature * stride + (giving[each] as number)] as number) * step;
  }
  return { features, weights: loose, places };
}

/** Writes them back. A feature's scale becomes what its largest weight needs. */
function fasten({ stride, scale, weights }: Columns, giving: Int32Array, loose: Loose): void {
  const whole = new Float64Array(stride);
  for (let place = 0; place < loose.features.length; place += 1) {
    const feature = loose.features[place] as number;
    const start = feature * stride;
    const old = scale[feature] as number;
    for (let column = 0; column < stride; column += 1) whole[column] = (weights[start + column] as number) * old;
    for (let each = 0; each < giving.length; each += 1)
      whole[giving[each] as number] = loose.weights[place * giving.length + each] as number;
    let most = 0;
    for (let column = 0; column < stride; column += 1) most = Math.max(most, Math.abs(whole[column] as number));
    const step = Math.fround(most / 127);
    scale[feature] = step;
    for (let column = 0; column < stride; column += 1)
      weights[start + column] = step === 0 ? 0 : Math.round((whole[column] as number) / step);
  }
}

const PASSES = 2;

const isRuntimes = (label: string): boolean => isBuiltIn(label) || isIntent(label);
