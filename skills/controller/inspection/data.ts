import type { Verdict } from '../../kit/language.js';
import type { Facts } from './inspect.js';
import { countsOf, details, sayValue } from './render.js';
import { UNITS } from './target.js';

/** For later rounds: `targets` by name, so that values compare; `failures` as a list of names, so that what is new is seen. */
export function resultData({ verdict, inspected, duration_ms, refusal }: Facts): {
  verdict: Verdict;
  [key: string]: unknown;
} {
  return {
    verdict,
    counts: { total: inspected.length, ...countsOf(inspected) },
    targets: Object.fromEntries(
      inspected.map(({ target, finding, status }) => [
        target.name,
        { kind: target.kind, status, value: finding.value, unit: UNITS[target.kind] },
      ]),
    ),
    failures: inspected
      .filter(({ status }) => status === 'failed' || status === 'error')
      .map((one) => ({
        name: one.target.name,
        status: one.status,
        message: `${sayValue(one.target.kind, one.finding.value, 'en')}; ${details(one, 'en')}`.replace(/^–; /, ''),
      })),
    warned: inspected.filter(({ status }) => status === 'warned').map(({ target }) => target.name),
    // As text: how long it took is not what two inspections are compared by.
    duration: `${duration_ms} ms`,
    ...(refusal === null ? {} : { note: refusal.message }),
  };
}
