/** Wall time, in ms, that is left for trying patterns on hostile texts. Counted down by whoever tries one. */
export interface PatternTime {
  left_ms: number;
}

/** For all packages of one reading together. */
const ALL_MS = 5_000;
/** For one of them. */
const PACKAGE_MS = 1_500;

export function patternTime(): PatternTime {
  return { left_ms: ALL_MS };
}

/** Does what one package needs with its share of the time. */
export function withShare<Value>(all: PatternTime, work: (share: PatternTime) => Value): Value {
  const given = Math.min(all.left_ms, PACKAGE_MS);
  const share = { left_ms: given };
  const value = work(share);
  all.left_ms -= given - share.left_ms;
  return value;
}
