import type { Anchors } from './anchors.js';
import type { KeyTable } from './key-table.js';

export interface RouteRow {
  readonly label: string;
  readonly text: string;
  /** How much an error on this row costs, against 1 for an example. Default 1. */
  readonly weight?: number;
  /** One of thousands: it costs less than an example, and an n-gram that few of them hold is taken for noise (training-constants.ts). */
  readonly many?: true;
}

export interface IndexLabel {
  readonly name: string;
  /** Hash of the rows the column was trained on as its own: another hash means the column is out of date. */
  readonly rows_hash: string;
  /** Names those of them that are many (`saidHash`); null: none is. */
  readonly said: string | null;
  /** The package is gone: the column stays until the next build and is never scored. */
  readonly masked: boolean;
}

/** What training left behind. */
export interface RouteIndex {
  readonly labels: readonly IndexLabel[];
  /** Rows the idf was counted on. */
  readonly row_count: number;
  /** Columns were added or masked since the last whole build: as good, within 0.3 points, but due for one. */
  readonly stale: boolean;
  readonly table: KeyTable;
  readonly idf: Float32Array;
  /** Columns there is room for: those of `labels`, then unused ones of zeros, so that adding one moves nothing. */
  readonly stride: number;
  /** Weight of [feature][label] = scale[feature] × weights[feature × stride + label]. */
  readonly scale: Float32Array;
  readonly weights: Int8Array;
  readonly bias: Float32Array;
  readonly anchors: Anchors;
  /** Two indexes of one version decide alike, bit for bit: sha256, hex, of a whole build's file, or of the version a change was made to and the change. */
  readonly version: string;
}

/** An index as it was built. The arrays are views over `bytes`. */
export interface WholeIndex extends RouteIndex {
  readonly stale: false;
  /** The file. */
  readonly bytes: Uint8Array;
}

export type IndexParts = Omit<RouteIndex, 'version' | 'stale'>;
