/** The 97.5 % point of the normal distribution: two-sided 95 %. */
const Z = 1.959963984540054;

/** The Wilson score interval of a proportion (E. B. Wilson, 1927): within 0 and 1, and right for small numbers and for 0 or all. */
export function wilson(successes: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const spread = Z * Z;
  const centre = (share + spread / (2 * trials)) / (1 + spread / trials);
  const half = (Z / (1 + spread / trials)) * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials * trials));
  return [successes === 0 ? 0 : Math.max(0, centre - half), successes === trials ? 1 : Math.min(1, centre + half)];
}
