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
  const { stride, scale, weights, bias, labels } = columns;
  const giving = [...labels.keys()].filter((column) => column !== own && !isRuntimes(labels[column]?.name ?? ''));
  const loose = new Map<number, Float64Array>();
  const weightsOf = (row: number): Float64Array => {
    const known = loose.get(row);
    if (known !== undefined) return known;
    const step = scale[row] as number;
    const fresh = Float64Array.from(weights.subarray(row * stride, (row + 1) * stride), (weight) => weight * step);
    loose.set(row, fresh);
    return fresh;
  };
  const dual = new Float64Array(vectors.length * bias.length);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const [at, vector] of vectors.entries()) {
      const held = [...vector.rows].map(weightsOf);
      const damping = 0.5 / (TRAINING.c * (rows[at]?.weight ?? 1));
      const square = vector.values.reduce((sum, value) => sum + value * value, 0);
      for (const column of giving) {
        let score = bias[column] as number;
        for (const [each, row] of held.entries()) score += (vector.values[each] as number) * (row[column] as number);
        const before = dual[at * bias.length + column] as number;
        const after = Math.max(0, before + (score - damping * before) / (square + damping));
        if (after === before) continue;
        dual[at * bias.length + column] = after;
        for (const [each, row] of held.entries()) {
          row[column] = (row[column] as number) - (after - before) * (vector.values[each] as number);
        }
      }
    }
  }
  for (const [row, values] of loose) {
    const step = Math.fround(values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127);
    scale[row] = step;
    for (let column = 0; column < stride; column += 1) {
      weights[row * stride + column] = step === 0 ? 0 : Math.round((values[column] as number) / step);
    }
  }
}

const PASSES = 2;

const isRuntimes = (label: string): boolean => isBuiltIn(label) || isIntent(label);
