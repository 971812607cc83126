import { type Attempt, attemptHere } from './attempt.js';

export interface PatternTime {
  /** Processor time that is left for trying patterns on hostile texts. Counted down by whoever tries one. */
  left_ms: number;
  /** The machine did not give a trial the time it needed: no other is begun in this reading. */
  busy: boolean;
  readonly attempt: Attempt;
}

/** For all packages of one reading together. */
const ALL_MS = 5_000;
/** For one of them. */
const PACKAGE_MS = 1_500;

export function patternTime(attempt: Attempt = attemptHere): PatternTime {
  return { left_ms: ALL_MS, busy: false, attempt };
}

/** Does what one package needs with its share of the time. */
export function withShare<Value>(all: PatternTime, work: (share: PatternTime) => Value): Value {
  const given = Math.min(all.left_ms, PACKAGE_MS);
  const share = { ...all, left_ms: given };
  const value = work(share);
  all.left_ms -= given - share.left_ms;
  all.busy = share.busy;
  return value;
}
