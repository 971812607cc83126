import { isBuiltIn } from './action-space.js';
import type { IndexLabel, RouteRow } from './index-layout.js';
import { isIntent } from './intents.js';
import { type Columns, type Mover, settle } from './settle.js';
import type { SparseVector } from './vectors.js';

/**
 * Lets the columns of other packages that claim rows of one (score above 0) give way on them. Without it a column learnt from hundreds of rows
 * keeps a claim on what a new package says in these very words. What belongs to the runtime itself gives way to nobody.
 */
export function makeRoom(
  columns: Columns,
  own: number,
  rows: readonly RouteRow[],
  vectors: readonly SparseVector[],
): void {
  settle(columns, giving(columns.labels, own), rows, vectors);
}

/** Every other column that may have to let go of one's rows. */
export function giving(labels: readonly IndexLabel[], own: number): Mover[] {
  return [...labels.keys()].flatMap((column) =>
    column === own || isRuntimes(labels[column]?.name ?? '') ? [] : [{ column, sign: -1, margin: 0, cost: 1 }],
  );
}

const isRuntimes = (label: string): boolean => isBuiltIn(label) || isIntent(label);
