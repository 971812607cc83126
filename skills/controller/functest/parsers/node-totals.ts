import { type Counts, countsOf } from './parser.js';

/** The lines node:test ends with, `tests 3`, `pass 2` …, by their words. */
export type NodeTotals = Map<string, number>;

/** Takes a line's text, without the mark before it; true when it is one of the totals. */
export function readNodeTotal(totals: NodeTotals, text: string): boolean {
  const match = /^(tests|pass|fail|cancelled|skipped|todo) (\d{1,9})$/.exec(text);
  if (!match?.[1] || !match[2]) return false;
  totals.set(match[1], Number(match[2]));
  return true;
}

/** Null for the totals of other runners, which print some of the words but never `cancelled`. */
export function nodeTotals(totals: NodeTotals): Counts | null {
  if (!totals.has('cancelled')) return null;
  const of = (key: string): number => totals.get(key) ?? 0;
  return countsOf({
    passed: of('pass'),
    failed: of('fail') + of('cancelled'),
    skipped: of('skipped') + of('todo'),
    errors: 0,
  });
}
