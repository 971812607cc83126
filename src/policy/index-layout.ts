import type { Anchors } from './anchors.js';
import type { KeyTable } from './key-table.js';

export interface RouteRow {
  readonly label: string;
  readonly text: string;
  /** How much an error on this row costs, against 1 for an example. Default 1. */
  readonly weight?: number;
}

export interface IndexLabel {
  readonly name: string;
  /** Hash of the rows the column was trained on as its own: another hash means the column is out of date. */
  readonly rows_hash: string;
  /** The package is gone: the column stays until the next build and is never scored. */
  readonly masked: boolean;
}

/** What a column's worth of training left behind. The arrays are views over `bytes`. */
export interface RouteIndex {
  readonly labels: readonly IndexLabel[];
  /** Rows the idf was counted on. */
  readonly row_count: number;
  /** Columns were added or masked since the last whole build: as good, within 0.3 points, but due for one. */
  readonly stale: boolean;
  readonly table: KeyTable;
  readonly idf: Float32Array;
  /** Weight of [feature][label] = scale[feature] × weights[feature × labels + label]. */
  readonly scale: Float32Array;
  readonly weights: Int8Array;
  readonly bias: Float32Array;
  readonly anchors: Anchors;
  /** sha256 of all of it, hex. */
  readonly version: string;
  /** The file. */
  readonly bytes: Uint8Array;
}

export type IndexParts = Omit<RouteIndex, 'version' | 'bytes'>;
