import type { Verdict } from '../../kit/language.js';
import type { Facts } from './score-predictor.js';

const MAX_CLASSES = 100;

/** `data` of the result: flat numbers for later rounds to compare; null where nothing was scored. */
export function resultData(facts: Facts): { verdict: Verdict; [key: string]: unknown } {
  const { verdict, scored, dataset, predictor, limits, baseline, duration_ms, notes } = facts;
  const scores = scored?.scores ?? null;
  return {
    verdict,
    accuracy: scores?.accuracy ?? null,
    correct: scores?.correct ?? null,
    rows: scores?.rows ?? null,
    interval: scores?.interval ?? null,
    macro: scores?.macro ?? null,
    weighted: scores?.weighted ?? null,
    classes: scores?.per_class.length ?? null,
    per_class: scores?.per_class.slice(0, MAX_CLASSES) ?? [],
    confusion: scored?.matrix ?? null,
    confused: scored?.pairs ?? [],
    errors: scored?.errors ?? [],
    unanswered: scored?.unanswered ?? null,
    unknown_labels: scored?.unknown_labels ?? null,
    notes: notes.map(({ code }) => code),
    dataset,
    predictor,
    ...limits,
    baseline,
    duration_ms,
  };
}
