const USUAL_DIGITS = 3;
/** Two numbers from 0 to 1 that are not the same differ here. */
const MOST_DIGITS = 20;

/** A confidence and its threshold, with as many digits as it takes to tell the one from the other. */
export function apart(confidence: number, threshold: number): [string, string] {
  let digits = USUAL_DIGITS;
  while (digits < MOST_DIGITS && confidence !== threshold && confidence.toFixed(digits) === threshold.toFixed(digits))
    digits += 1;
  return [confidence.toFixed(digits), threshold.toFixed(digits)];
}
