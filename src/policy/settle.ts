import type { IndexLabel, RouteRow } from './index-layout.js';
import { TRAINING } from './training-constants.js';
import type { SparseVector } from './vectors.js';

export interface Columns {
  readonly stride: number;
  readonly scale: Float32Array;
  readonly weights: Int8Array;
  readonly bias: Float32Array;
  readonly labels: readonly IndexLabel[];
}

/** A column that may move: it comes to hold the rows, at least `margin` inside, or lets go of them (sign −1), at most `margin` inside. */
export interface Mover {
  readonly column: number;
  readonly sign: 1 | -1;
  readonly margin: number;
  /** What an error costs, against 1 for an example that is not its own. */
  readonly cost: number;
}

/**
 * Two passes of the coordinate descent that a whole build does (learner.ts), for these columns over these rows alone and from the weights as they
 * are. Changes `weights` and `scale` in place; only rows of n-grams that the given rows hold.
 */
export function settle(
  columns: Columns,
  movers: readonly Mover[],
  rows: readonly RouteRow[],
  vectors: readonly SparseVector[],
): void {
  const moving = Int32Array.from(movers, ({ column }) => column);
  const signs = Float64Array.from(movers, ({ sign }) => sign);
  const margins = Float64Array.from(movers, ({ sign, margin }) => sign * margin);
  const costs = Float64Array.from(movers, ({ cost }) => TRAINING.c * cost);
  const loose = loosen(columns, moving, vectors);
  const dual = new Float64Array(vectors.length * moving.length);
  const scores = new Float64Array(moving.length);
  const steps = new Float64Array(moving.length);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let at = 0; at < vectors.length; at += 1) {
      const { values } = vectors[at] as SparseVector;
      const places = loose.places[at] as Int32Array;
      const weight = rows[at]?.weight ?? 1;
      for (let each = 0; each < moving.length; each += 1) scores[each] = columns.bias[moving[each] as number] as number;
      let square = 0;
      for (let entry = 0; entry < places.length; entry += 1) {
        const value = values[entry] as number;
        square += value * value;
        const base = (places[entry] as number) * moving.length;
        for (let each = 0; each < moving.length; each += 1)
          scores[each] = (scores[each] as number) + value * (loose.weights[base + each] as number);
      }
      let moves = false;
      for (let each = 0; each < moving.length; each += 1) {
        const held = at * moving.length + each;
        const before = dual[held] as number;
        const sign = signs[each] as number;
        const damping = 0.5 / ((costs[each] as number) * weight);
        const gradient = sign * (scores[each] as number) - (margins[each] as number) + damping * before;
        const after = Math.max(0, before - gradient / (square + damping));
        dual[held] = after;
        steps[each] = sign * (after - before);
        moves ||= after !== before;
      }
      if (!moves) continue;
      for (let entry = 0; entry < places.length; entry += 1) {
        const value = values[entry] as number;
        const base = (places[entry] as number) * moving.length;
        for (let each = 0; each < moving.length; each += 1)
          loose.weights[base + each] = (loose.weights[base + each] as number) + (steps[each] as number) * value;
      }
    }
  }
  fasten(columns, moving, loose);
}

/** The weights that may move, as numbers: [place][moving column]. A feature of the new rows has a place. Loops are plain: this runs once in a process. */
interface Loose {
  /** Feature of each place. */
  readonly features: Int32Array;
  readonly weights: Float64Array;
  /** The places of each vector's entries. */
  readonly places: readonly Int32Array[];
}

function loosen({ stride, scale, weights }: Columns, moving: Int32Array, vectors: readonly SparseVector[]): Loose {
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
  const loose = new Float64Array(features.length * moving.length);
  for (let place = 0, to = 0; place < features.length; place += 1) {
    const feature = features[place] as number;
    const step = scale[feature] as number;
    for (let each = 0; each < moving.length; each += 1, to += 1)
      loose[to] = (weights[feature * stride + (moving[each] as number)] as number) * step;
  }
  return { features, weights: loose, places };
}

/** Writes them back. A feature's scale becomes what its largest weight needs. */
function fasten({ stride, scale, weights }: Columns, moving: Int32Array, loose: Loose): void {
  const whole = new Float64Array(stride);
  for (let place = 0; place < loose.features.length; place += 1) {
    const feature = loose.features[place] as number;
    const start = feature * stride;
    const old = scale[feature] as number;
    for (let column = 0; column < stride; column += 1) whole[column] = (weights[start + column] as number) * old;
    for (let each = 0; each < moving.length; each += 1)
      whole[moving[each] as number] = loose.weights[place * moving.length + each] as number;
    let most = 0;
    for (let column = 0; column < stride; column += 1) most = Math.max(most, Math.abs(whole[column] as number));
    const step = Math.fround(most / 127);
    scale[feature] = step;
    for (let column = 0; column < stride; column += 1)
      weights[start + column] = step === 0 ? 0 : Math.round((whole[column] as number) / step);
  }
}

const PASSES = 2;
