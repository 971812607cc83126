import type { Verdict } from '../../kit/language.js';
import { sayNote } from './notes.js';
import { sayCheck } from './render.js';
import type { Facts } from './run-load.js';

/** For later rounds: the figures that matter most come first, what does not hold is a list of names. */
export function resultData({ verdict, order, target, checks, measured, notes }: Facts): {
  verdict: Verdict;
  [key: string]: unknown;
} {
  const failures = checks
    .filter(({ met }) => !met)
    .map((check) => ({ name: check.limit, message: sayCheck(check, 'en'), limit: check.wanted, value: check.found }));
  const deaths = notes
    .filter(({ code }) => code === 'died')
    .map((note) => ({ name: 'target_died', message: sayNote(note, 'en') }));
  return {
    verdict,
    ...figuresOf(measured),
    failures: [...failures, ...deaths],
    limits: order?.limits ?? null,
    target,
    method: order?.method ?? null,
    connections: measured?.connections ?? order?.connections ?? null,
    rate: order?.rate ?? null,
    duration_ms: measured?.measured_ms ?? null,
    notes: notes.map((note) => sayNote(note, 'en')),
  };
}

function figuresOf(measured: Facts['measured']): Record<string, unknown> {
  if (measured === null) return { rps: null, latency_ms: null, error_rate: null, requests: null, errors: null };
  const { figures, totals, bytes_per_s } = measured;
  const { connection, timeout, closed, unanswered } = totals.failures;
  return {
    rps: figures.rps,
    latency_ms: figures.latency_ms,
    error_rate: figures.error_rate,
    requests: figures.requests,
    errors: { connection, timeout: timeout + unanswered, closed, non_2xx: totals.non_2xx },
    statuses: totals.statuses,
    bytes_per_s,
  };
}
