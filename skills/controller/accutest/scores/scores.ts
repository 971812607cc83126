import type { Confusion } from './confusion.js';
import { wilson } from './wilson.js';

export interface ClassScore {
  label: string;
  precision: number;
  recall: number;
  f1: number;
  /** Rows that have this label. */
  support: number;
  /** Rows for which it was predicted. */
  predicted: number;
}

export interface Averages {
  precision: number;
  recall: number;
  f1: number;
}

export interface Scores {
  rows: number;
  correct: number;
  accuracy: number;
  /** 95 %. */
  interval: [low: number, high: number];
  /** Every class counts the same. */
  macro: Averages;
  /** Every row counts the same. */
  weighted: Averages;
  /** Classes that occur in the rows that were scored, the most frequent first. */
  per_class: ClassScore[];
}

/**
 * precision = TP / predicted, recall = TP / support, F1 = 2·TP / (support + predicted); 0 where nothing was predicted. Averages are over
 * the classes that occur. A row without an answer is a row that was not recognised. Null where no row was scored.
 */
export function scoresOf(confusion: Confusion): Scores | null {
  const { rows, correct, labels } = confusion;
  if (rows === 0) return null;
  const hits = new Float64Array(labels.length);
  const support = new Float64Array(labels.length);
  const predicted = new Float64Array(labels.length);
  for (const cell of confusion.cells()) {
    support[cell.expected] = (support[cell.expected] ?? 0) + cell.count;
    if (typeof cell.predicted !== 'number') continue;
    predicted[cell.predicted] = (predicted[cell.predicted] ?? 0) + cell.count;
    if (cell.predicted === cell.expected) hits[cell.expected] = cell.count;
  }
  const per_class = labels
    .map((label, index) => classScore(label, hits[index] ?? 0, support[index] ?? 0, predicted[index] ?? 0))
    .filter((score) => score.support > 0)
    .sort((a, b) => b.support - a.support || (a.label < b.label ? -1 : 1));
  const average = (weight: (score: ClassScore) => number): Averages => {
    const sum = per_class.reduce((total, score) => total + weight(score), 0);
    const mean = (value: (score: ClassScore) => number): number =>
      round(per_class.reduce((total, score) => total + value(score) * weight(score), 0) / sum);
    return { precision: mean((one) => one.precision), recall: mean((one) => one.recall), f1: mean((one) => one.f1) };
  };
  return {
    rows,
    correct,
    accuracy: round(correct / rows),
    interval: wilson(correct, rows).map(round) as [number, number],
    macro: average(() => 1),
    weighted: average((score) => score.support),
    per_class: per_class.map((score) => ({
      ...score,
      precision: round(score.precision),
      recall: round(score.recall),
      f1: round(score.f1),
    })),
  };
}

function classScore(label: string, hits: number, support: number, predicted: number): ClassScore {
  return {
    label,
    precision: predicted === 0 ? 0 : hits / predicted,
    recall: support === 0 ? 0 : hits / support,
    f1: hits === 0 ? 0 : (2 * hits) / (support + predicted),
    support,
    predicted,
  };
}

/** Six decimals: enough to compare, and the same text everywhere. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
