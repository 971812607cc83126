import type { Columns } from './columns.js';
import type { DatasetFile } from './dataset-file.js';
import { isRow, type Row, readRows } from './read-rows.js';
import { Reservoir } from './reservoir.js';

/** Distinct labels; more are a sign that the wrong column was taken. */
export const MAX_CLASSES = 1_000;
const MAX_LINES = 5;

export interface Survey {
  /** Rows that can be used. */
  rows: number;
  /** Labels in the order of their first appearance; no more are kept after MAX_CLASSES + 1. */
  labels: readonly string[];
  unusable: { count: number; lines: readonly number[] };
  /** Which of the usable rows are taken, ascending, from 0; null: all. */
  picked: Uint32Array | null;
}

/** Reads all rows once before the predictor is started: a bad file is found early, the number of rows is known, and a sample is drawn. */
export async function survey(
  file: DatasetFile,
  columns: Columns,
  sample: { limit: number | null; seed: number },
): Promise<Survey> {
  const labels = new Set<string>();
  const lines: number[] = [];
  const reservoir = sample.limit === null ? null : new Reservoir(sample.limit, sample.seed);
  let rows = 0;
  let bad = 0;
  for await (const entries of readRows(file, columns)) {
    for (const entry of entries) {
      if (!isRow(entry)) {
        bad += 1;
        if (lines.length < MAX_LINES) lines.push(entry.line);
        continue;
      }
      if (labels.size <= MAX_CLASSES) labels.add(entry.label);
      reservoir?.offer(rows);
      rows += 1;
    }
  }
  const picked = reservoir === null || sample.limit === null || rows <= sample.limit ? null : reservoir.sorted();
  return { rows, labels: [...labels], unusable: { count: bad, lines }, picked };
}

/** Characters of a portion: long texts make it shorter. */
const MAX_PORTION = 4 * 1024 * 1024;

/** The rows that are taken, in order, in portions of at most a size. */
export async function* portions(
  file: DatasetFile,
  columns: Columns,
  { picked }: Pick<Survey, 'picked'>,
  size: number,
): AsyncGenerator<Row[]> {
  let portion: Row[] = [];
  let length = 0;
  let index = 0;
  let next = 0;
  for await (const entries of readRows(file, columns)) {
    for (const entry of entries) {
      if (!isRow(entry)) continue;
      const taken = picked === null || picked[next] === index;
      index += 1;
      if (!taken) continue;
      next += 1;
      portion.push(entry);
      length += entry.text.length;
      if (portion.length < size && length < MAX_PORTION) continue;
      yield portion;
      portion = [];
      length = 0;
    }
    if (picked !== null && next === picked.length) break;
  }
  if (portion.length > 0) yield portion;
}
